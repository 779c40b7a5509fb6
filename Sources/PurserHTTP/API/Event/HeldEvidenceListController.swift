import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the held evidence of an app: what Apple sent or an app submitted, and what is not applied.
struct HeldEvidenceListController: Sendable {
    /// The maximum number of pieces of evidence in one page.
    static let maximumPage = 200
    /// The maximum size of a body in bytes.
    private static let maximumBody = 16 * 1024

    /// The service that reads and retries it.
    let service: HeldEvidenceService
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/held-evidence`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/held-evidence", use: self.list)
        group.post("/v1/held-evidence/retry", use: self.retry)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        guard let word = try RequestQuery.text("reason", in: request, upTo: 64) else {
            throw RequestFields.missing("reason")
        }
        guard let reason = HeldEvidence.Reason(rawValue: word) else {
            throw RequestFields.choice("reason", word, known: HeldEvidence.Reason.allCases.map(\.rawValue))
        }
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 255).map { text in
            guard let cursor = HeldSubmissionCursor(text) else { throw RequestQuery.foreignCursor }
            return cursor
        }
        let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.service.list(
                of: context.app.name,
                reason: reason,
                before: cursor,
                limit: limit + 1
            )
        }
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            Page(heldEvidence: page.map(HeldItemBody.init), next: found.count > limit ? page.last?.cursor.text : nil)
        )
    }

    @concurrent
    @Sendable private func retry(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: ["held", "reason"])
        }
        let word = try fields.required("held", upTo: 64)
        let known = HeldEvidenceService.reasonsToRetry
        guard let held = known.first(where: { $0.rawValue == word }) else {
            throw RequestFields.choice("held", word, known: known.map(\.rawValue))
        }
        let reason = try fields.required("reason", upTo: 1000)
        return try await RecordedResponse.answer { (count: Int) in
            try EncodedResponse.json(Retried(count: count))
        } _: {
            try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.service.retry(held, in: context.app.name, by: context.origin(reason: reason))
            }
        }
    }

    private struct Page: Encodable {
        let heldEvidence: [HeldItemBody]
        let next: String?
    }

    private struct Retried: Encodable {
        let count: Int
    }
}

extension HeldEvidenceListController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/held-evidence",
            id: "listHeldEvidenceOfApp",
            tag: .events,
            access: .read,
            summary: "List held evidence",
            description:
                "What Apple sent, or an app submitted, and what is stored but not applied for a reason, newest first.",
            parameters: [
                .query(
                    "reason",
                    .enumeration(HeldEvidence.Reason.allCases.map(\.rawValue)),
                    "The reason why it is held.",
                    isRequired: true
                ),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("heldEvidence", .array(of: HeldItemBody.schema)),
                        .optional("next", .string(), "The cursor of the next page.")
                    ),
                    "A page of the held evidence."
                )
            ],
            problems: [.status(422, "cursor_invalid", "field_missing", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/held-evidence/retry",
            id: "retryHeldEvidence",
            tag: .events,
            access: .admin,
            summary: "Retry held evidence",
            description:
                "Verifies the evidence again that is held for a reason and waits for no date, as each start of the "
                + "server does. Evidence that passes is applied; the rest stays held.",
            body: .json(
                .object(
                    .required(
                        "held",
                        .enumeration(HeldEvidenceService.reasonsToRetry.map(\.rawValue)),
                        "The reason why it is held."
                    ),
                    .required("reason", .string(length: 1...1000), "The reason, for the audit log.")
                )
            ),
            answers: [
                .ok(
                    .object(.required("count", .integer(), "The number of pieces of evidence of the app, up to 200.")),
                    "The evidence is due."
                )
            ],
            problems: [.unreadableBody, .wrongFields("field_invalid")]
        ),
    ]
}

/// A piece of held evidence in JSON, without the signed object.
private struct HeldItemBody: Encodable {
    let digest: String
    let reason: String
    let code: String
    let kind: String
    let customer: String?
    let receivedAt: String
    let until: String?
    let repeats: Int

    init(_ item: HeldEvidenceService.Item) {
        self.digest = item.held.digest.hexadecimal
        self.reason = item.held.reason.rawValue
        self.code = item.held.code
        self.kind = item.held.kind.rawValue
        self.customer = item.held.submission?.customer.rawValue
        self.receivedAt = item.held.receivedAt.rfc3339
        self.until = item.held.dueAt?.rfc3339
        self.repeats = item.repeats
    }

    static let schema = APISchema.named(
        "HeldItem",
        .object(
            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "The key of the evidence, a SHA-256."),
            .required("reason", .enumeration(HeldEvidence.Reason.allCases.map(\.rawValue)), "Why it is held."),
            .required("code", .string(), "The exact problem."),
            .required("kind", .enumeration(SignedEvidence.Kind.allCases.map(\.rawValue)), "What Apple signed."),
            .optional("customer", .customer, "The customer for whom an app submitted it."),
            .required("receivedAt", .instant, "When the server first received it."),
            .optional(
                "until",
                .instant,
                "When the server tries again; absent if it waits for another configuration or version."
            ),
            .required("repeats", .integer(), "How often it came again, or an attempt to apply it failed.")
        )
    )
}

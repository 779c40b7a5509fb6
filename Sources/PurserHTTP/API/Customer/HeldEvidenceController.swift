import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the held evidence of a customer's purchases.
struct HeldEvidenceController {
    /// The maximum number of pieces of evidence in one page.
    static let maximumPage = 200

    /// The service that reads it.
    let service: CustomerService

    /// Adds `GET /v1/customers/{customer}/held-evidence`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/held-evidence", use: self.list)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let reason = try RequestQuery.text("reason", in: request, upTo: 64).map { word in
            guard let reason = HeldEvidence.Reason(rawValue: word) else {
                throw RequestFields.choice("reason", word, known: HeldEvidence.Reason.allCases.map(\.rawValue))
            }
            return reason
        }
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 255).map { text in
            guard let cursor = HeldSubmissionCursor(text) else { throw RequestQuery.foreignCursor }
            return cursor
        }
        let found = try await Problem.explaining {
            try await self.service.heldSubmissions(
                of: customer,
                in: context.app,
                reason: reason,
                after: cursor,
                limit: limit + 1
            )
        }
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            HeldEvidencePage(
                customer: customer.rawValue,
                heldEvidence: page.map(HeldSubmissionBody.init),
                next: found.count > limit ? page.last?.cursor.text : nil
            )
        )
    }

    private struct HeldEvidencePage: Encodable {
        let customer: String
        let heldEvidence: [HeldSubmissionBody]
        let next: String?
    }
}

extension HeldEvidenceController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/held-evidence",
            id: "listHeldEvidence",
            tag: .customers,
            access: .read,
            summary: "List a customer's held evidence",
            description:
                "The purchases that were submitted for the customer, or for customers who were merged into them, and "
                + "that are stored but not applied, oldest first. An unknown customer has none. Evidence that Apple "
                + "sent by itself belongs to no customer before it is applied, so it is not in the list.",
            parameters: [
                .customer,
                .query(
                    "reason",
                    .enumeration(HeldEvidence.Reason.allCases.map(\.rawValue)),
                    "Only evidence that is held for this reason."
                ),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .named(
                        "HeldEvidencePage",
                        .object(
                            .required("customer", .customer),
                            .required("heldEvidence", .array(of: HeldSubmissionBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "A page of the held evidence."
                )
            ],
            problems: [.status(422, "customer_invalid", "cursor_invalid", "field_wrong_type", "field_invalid")]
        )
    ]
}

/// A held submission in JSON, without the signed object.
struct HeldSubmissionBody: Encodable {
    let digest: String
    let reason: String
    let code: String
    let kind: String
    let customer: String
    let transaction: String?
    let intent: String
    let submittedAt: String
    let receivedAt: String
    let until: String?
    let repeats: Int

    init(_ held: HeldSubmission) {
        let transaction = held.submission.transactionID.rawValue
        self.digest = held.digest.hexadecimal
        self.reason = held.reason.rawValue
        self.code = held.code
        self.kind = held.kind.rawValue
        self.customer = held.submission.customer.rawValue
        self.transaction = transaction.isEmpty ? nil : transaction
        self.intent = held.submission.intent.rawValue
        self.submittedAt = held.submission.submittedAt.rfc3339
        self.receivedAt = held.receivedAt.rfc3339
        self.until = held.dueAt?.rfc3339
        self.repeats = held.repeats
    }
}

extension HeldSubmissionBody {
    /// Its schema.
    static let schema = APISchema.named(
        "HeldEvidence",
        .object(
            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "The key of the evidence, a SHA-256."),
            .required("reason", .enumeration(HeldEvidence.Reason.allCases.map(\.rawValue)), "Why it is held."),
            .required("code", .string(), "The exact problem."),
            .required("kind", .enumeration(SignedEvidence.Kind.allCases.map(\.rawValue)), "What Apple signed."),
            .required("customer", .customer, "The customer for whom it was submitted."),
            .optional("transaction", .transaction, "Apple's id of the transaction; absent while it cannot be read."),
            .required("intent", .enumeration(Submission.Intent.allCases.map(\.rawValue))),
            .required("submittedAt", .instant),
            .required("receivedAt", .instant, "When the server first received it."),
            .optional(
                "until",
                .instant,
                "When the server tries again; absent if it waits for another configuration or version."
            ),
            .required(
                "repeats",
                .integer(),
                "How often it was submitted again, or an attempt to apply it failed."
            )
        )
    )
}

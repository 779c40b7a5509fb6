import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where a shop gives entitlements by hand and revokes them.
struct GrantController {
    /// The largest body in bytes: a reason and two instants.
    private static let maximumBody = 16 * 1024

    /// Gives and takes.
    let service: GrantService
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `GET` and `POST /v1/customers/{customer}/grants` and `DELETE /v1/customers/{customer}/grants/{grant}`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/grants", use: self.list)
        group.post("/v1/customers/:customer/grants", use: self.create)
        group.delete("/v1/customers/:customer/grants/:grant", use: self.revoke)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.asking {
            let grants = try await self.service.grants(of: customer, in: context.app)
            let now = self.service.now
            let body = GrantsBody(
                customer: customer.rawValue,
                grants: grants.map { GrantBody($0, of: customer, at: now) }
            )
            return try JSONResponse.encode(body)
        }
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["entitlement", "from", "until", "reason"]
            )
            guard let entitlement = try fields.text("entitlement") else { throw Self.missing("entitlement") }
            guard let reason = try fields.text("reason") else { throw Self.missing("reason") }
            let from = try Self.instant("from", in: fields)
            let until = try Self.instant("until", in: fields)
            return try await self.asking {
                try await RecordedResponse.answer { (grant: Grant) in
                    try EncodedResponse.json(
                        GrantBody(grant, of: customer, at: self.service.now),
                        status: isPreview ? .ok : .created
                    )
                } _: {
                    try await self.service.grant(
                        EntitlementName(entitlement),
                        to: customer,
                        in: context.app,
                        from: from,
                        until: until,
                        by: context.caller.name,
                        reason: reason,
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func revoke(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let id = GrantID(context.parameters.get("grant") ?? "")
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        guard let reason = request.uri.queryParameters.get("reason") else { throw Self.missing("reason") }
        return try await self.asking {
            try await RecordedResponse.answer { (revoked: ActionResult<Grant>) in
                try EncodedResponse.json(
                    GrantBody(revoked.value, of: customer, at: self.service.now, nothing: revoked.nothing)
                )
            } _: {
                try await self.service.revoke(
                    id,
                    of: customer,
                    in: context.app,
                    by: context.caller.name,
                    reason: reason,
                    isPreview: isPreview
                )
            }
        }
    }

    /// The answer, or the service's refusal as a problem.
    private func asking(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as GrantError {
            throw Problem.grant(error)
        }
    }

    private static func instant(_ field: String, in fields: RequestFields) throws -> Instant? {
        guard let text = try fields.text(field) else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw Problem(
                .unprocessableContent,
                code: "instant_invalid",
                "Write an instant by RFC 3339, for example 2026-03-01T12:00:00Z.",
                field: field
            )
        }
        return instant
    }

    private static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "This field is needed.", field: field)
    }

    private struct GrantsBody: Encodable {
        let customer: String
        let grants: [GrantBody]
    }
}

extension GrantController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/grants",
            id: "listGrants",
            tag: .entitlements,
            access: .read,
            summary: "What a customer was granted by hand",
            description: "Grants that are over or were revoked are listed too.",
            parameters: [.customer],
            answers: [
                .ok(
                    .named(
                        "Grants",
                        .object(
                            .required("customer", .customer),
                            .required("grants", .array(of: GrantBody.schema))
                        )
                    ),
                    "The grants, by name."
                )
            ],
            problems: [.status(422, "customer_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/grants",
            id: "createGrant",
            tag: .entitlements,
            access: .write,
            summary: "Give a customer an entitlement by hand",
            description:
                "It joins the customer's entitlements with the reason `granted`, and rests on no transaction. The "
                + "audit log names who gave it.",
            parameters: [.customer, .dryRun],
            body: .json(
                .named(
                    "GrantRequest",
                    .object(
                        .required("entitlement", .string(length: 1...255), "An entitlement that the catalog names."),
                        .required("reason", .string(length: 1...GrantService.maximumReasonBytes), "Why."),
                        .optional("from", .instant, "When it begins; now if it is not there."),
                        .optional("until", .instant, "When it ends; never if it is not there.")
                    )
                )
            ),
            answers: [
                .json(201, GrantBody.schema, "The grant, once it is on disk."),
                .ok(GrantBody.schema, "With `dryRun` the grant as it would be; the real one has another `id`."),
            ],
            problems: [
                .unreadableBody,
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "instant_invalid",
                    "entitlement_unknown",
                    "grant_period_empty",
                    "grant_reason_missing"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/grants/{grant}",
            id: "revokeGrant",
            tag: .entitlements,
            access: .write,
            summary: "Take a grant back",
            description: "From now on it gives nothing; it stays listed. Revoking it again changes nothing.",
            parameters: [
                .customer,
                .path("grant", .string(length: 1...255), "The grant's name."),
                .query(
                    "reason",
                    .string(length: 1...GrantService.maximumReasonBytes),
                    "Why.",
                    isRequired: true
                ),
                .dryRun,
            ],
            answers: [.ok(GrantBody.schema, "The grant as it is now.")],
            problems: [
                .status(404, "grant_unknown"),
                .status(422, "customer_invalid", "field_missing", "field_wrong_type", "grant_reason_missing"),
            ]
        ),
    ]
}

/// A grant as our JSON shows it.
struct GrantBody: Encodable {
    let id: String
    let customer: String
    let entitlement: String
    let state: String
    let from: String
    let until: String?
    let grantedAt: String
    let grantedBy: String
    let reason: String
    let revokedAt: String?
    let revokedBy: String?
    let revokedReason: String?
    let nothing: String?

    init(_ grant: Grant, of customer: CustomerID, at now: Instant, nothing: NoChange.Code? = nil) {
        self.id = grant.id.rawValue
        self.customer = customer.rawValue
        self.entitlement = grant.entitlement.rawValue
        self.state = grant.state(at: now).rawValue
        self.from = grant.beginsAt.rfc3339
        self.until = grant.endsAt?.rfc3339
        self.grantedAt = grant.grantedAt.rfc3339
        self.grantedBy = grant.grantedBy
        self.reason = grant.reason
        self.revokedAt = grant.revocation?.at.rfc3339
        self.revokedBy = grant.revocation?.by
        self.revokedReason = grant.revocation?.reason
        self.nothing = nothing?.rawValue
    }
}

extension GrantBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Grant",
        .object(
            .required("id", .string(), "Its name."),
            .required("customer", .customer),
            .required("entitlement", .string(), "The entitlement."),
            .required("state", .enumeration(Grant.State.allCases.map(\.rawValue)), "What has become of it by now."),
            .required("from", .instant, "When it begins."),
            .optional("until", .instant, "When it ends; absent for good."),
            .required("grantedAt", .instant, "When it was given."),
            .required("grantedBy", .string(), "Who gave it: an operator or a key."),
            .required("reason", .string(), "Why."),
            .optional("revokedAt", .instant, "When it was revoked."),
            .optional("revokedBy", .string(), "Who revoked it."),
            .optional("revokedReason", .string(), "Why it was revoked."),
            .nothing
        )
    )
}

extension Problem {
    /// Why a grant could not be given or revoked.
    static func grant(_ error: GrantError) -> Problem {
        switch error {
        case .unknownEntitlement: Problem(.unprocessableContent, code: error.code, error.remedy, field: "entitlement")
        case .emptyPeriod: Problem(.unprocessableContent, code: error.code, error.remedy, field: "until")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .unknownGrant: Problem(.notFound, code: error.code, error.remedy, field: "grant")
        case .reservedCustomer: Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
        case .storage(let error): Problem.storage(error)
        }
    }
}

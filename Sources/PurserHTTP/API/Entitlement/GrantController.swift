import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for entitlements that an operator or a shop grants.
struct GrantController {
    /// The maximum size of a body in bytes: a reason and two instants.
    private static let maximumBody = 16 * 1024

    /// The service that grants and revokes.
    let service: GrantService
    /// The limits on bodies.
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

    /// Performs an action and turns the service's errors into problem documents.
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
                "Use an instant of RFC 3339, for example 2026-03-01T12:00:00Z.",
                field: field
            )
        }
        return instant
    }

    private static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "This field is required.", field: field)
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
            summary: "List a customer's grants",
            description: "Including ended and revoked grants.",
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
                    "The grants, by id."
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
            summary: "Grant an entitlement",
            description:
                "The customer gets the entitlement with the reason `granted`, without a transaction. The audit log "
                + "records who granted it.",
            parameters: [.customer, .dryRun],
            body: .json(
                .named(
                    "GrantRequest",
                    .object(
                        .required(
                            "entitlement",
                            .string(length: 1...255),
                            "The name of an entitlement in the catalog."
                        ),
                        .required("reason", .string(length: 1...GrantService.maximumReasonBytes), "Why."),
                        .optional("from", .instant, "When it begins; now by default."),
                        .optional("until", .instant, "When it ends; by default it does not end.")
                    )
                )
            ),
            answers: [
                .json(201, GrantBody.schema, "The grant, after the server committed it."),
                .ok(GrantBody.schema, "With `dryRun`, the expected grant; the real one gets another `id`."),
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
            summary: "Revoke a grant",
            description:
                "The grant provides nothing from now on and stays in the list. Revoking it again changes nothing.",
            parameters: [
                .customer,
                .path("grant", .string(length: 1...255), "The grant's id."),
                .query(
                    "reason",
                    .string(length: 1...GrantService.maximumReasonBytes),
                    "Why.",
                    isRequired: true
                ),
                .dryRun,
            ],
            answers: [.ok(GrantBody.schema, "The grant.")],
            problems: [
                .status(404, "grant_unknown"),
                .status(422, "customer_invalid", "field_missing", "field_wrong_type", "grant_reason_missing"),
            ]
        ),
    ]
}

/// A grant in JSON.
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
    /// Its schema.
    static let schema = APISchema.named(
        "Grant",
        .object(
            .required("id", .string(), "The grant's id."),
            .required("customer", .customer),
            .required("entitlement", .string(), "The entitlement."),
            .required("state", .enumeration(Grant.State.allCases.map(\.rawValue)), "The current state."),
            .required("from", .instant, "When it begins."),
            .optional("until", .instant, "When it ends; absent if it does not end."),
            .required("grantedAt", .instant, "When it was granted."),
            .required("grantedBy", .string(), "The operator or key that granted it."),
            .required("reason", .string(), "Why."),
            .optional("revokedAt", .instant, "When it was revoked."),
            .optional("revokedBy", .string(), "The operator or key that revoked it."),
            .optional("revokedReason", .string(), "Why it was revoked."),
            .nothing
        )
    )
}

extension Problem {
    /// Returns the problem document of an error about a grant.
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

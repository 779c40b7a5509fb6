import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where a shop gives rights by hand and takes them back.
struct GrantRoutes {
    /// The largest body in bytes: a reason and two instants.
    private static let maximumBody = 16 * 1024

    /// Gives and takes.
    let desk: GrantDesk
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `GET` and `POST /v1/customers/{customer}/grants` and `DELETE /v1/customers/{customer}/grants/{grant}`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/customers/:customer/grants", use: self.list)
        group.post("/v1/customers/:customer/grants", use: self.create)
        group.delete("/v1/customers/:customer/grants/:grant", use: self.revoke)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.asking {
            let grants = try await self.desk.grants(of: customer, in: context.app)
            let now = self.desk.now
            let body = GrantsBody(
                customer: customer.rawValue,
                grants: grants.map { GrantBody($0, of: customer, at: now) }
            )
            return try JSONResponse.encode(body)
        }
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["right", "from", "until", "reason"]
            )
            guard let right = try fields.text("right") else { throw Self.missing("right") }
            guard let reason = try fields.text("reason") else { throw Self.missing("reason") }
            let from = try Self.instant("from", in: fields)
            let until = try Self.instant("until", in: fields)
            return try await self.asking {
                try await AnsweredWork.answer { (grant: Grant) in
                    try WrittenAnswer.json(GrantBody(grant, of: customer, at: self.desk.now), status: .created)
                } _: {
                    try await self.desk.grant(
                        RightName(right),
                        to: customer,
                        in: context.app,
                        from: from,
                        until: until,
                        by: context.caller.name,
                        reason: reason
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func revoke(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let id = GrantID(context.parameters.get("grant") ?? "")
        guard let reason = request.uri.queryParameters.get("reason") else { throw Self.missing("reason") }
        return try await self.asking {
            try await AnsweredWork.answer { (revoked: ActResult<Grant>) in
                try WrittenAnswer.json(
                    GrantBody(revoked.value, of: customer, at: self.desk.now, nothing: revoked.nothing)
                )
            } _: {
                try await self.desk.revoke(
                    id,
                    of: customer,
                    in: context.app,
                    by: context.caller.name,
                    reason: reason
                )
            }
        }
    }

    /// The answer, or the desk's refusal as a problem.
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

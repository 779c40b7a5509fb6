import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// What a customer agreed to, with what proves it.
struct ConsentRoutes {
    /// Does it.
    let desk: CustomerDesk
    /// Bounds the bodies.
    let limits: BodyLimits
    /// Now.
    let now: @Sendable () -> Instant

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/customers/:customer/consents", use: self.list)
        group.post("/v1/customers/:customer/consents", use: self.give)
        group.delete("/v1/customers/:customer/consents/:consent", use: self.withdraw)
    }

    @concurrent
    @Sendable private func list(_: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let consents = try await Problem.explaining {
            try await self.desk.consents(of: customer, in: context.app)
        }
        return try JSONResponse.encode(
            List(
                customer: customer.rawValue,
                standing: self.desk.standing(among: consents)?.id.rawValue,
                regimes: Regimes(context.app.catalogue.consent),
                consents: consents.map { ConsentBody($0) }
            )
        )
    }

    @concurrent
    @Sendable private func give(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerResourceRoutes.maximumBody) { body in
            let asked = try ConsentRequest(json: Array(body.readableBytesView), now: self.now())
            let consent = try await Problem.explaining {
                try await self.desk.consent(
                    asked.statement,
                    id: asked.id,
                    of: customer,
                    in: context.app,
                    by: context.origin(),
                    isPreview: isPreview
                )
            }
            return try JSONResponse.encode(ConsentBody(consent.value, nothing: consent.nothing))
        }
    }

    @concurrent
    @Sendable private func withdraw(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let id = ConsentID(context.parameters.get("consent") ?? "")
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let instant = try RequestQuery.text("withdrawnAt", in: request, upTo: 64)
            .map { try RequestFields.instant($0, field: "withdrawnAt") }
        if let instant, instant > self.now() + ConsentRequest.tolerance {
            throw RequestFields.invalid(
                "withdrawnAt",
                "This lies in the future. Leave it out for now."
            )
        }
        let source = try RequestQuery.text("source", in: request, upTo: 255)
        let withdrawn = try await Problem.explaining {
            try await self.desk.withdraw(
                id,
                of: customer,
                at: instant,
                source: source,
                in: context.app,
                by: context.origin(),
                isPreview: isPreview
            )
        }
        return try JSONResponse.encode(ConsentBody(withdrawn.value, nothing: withdrawn.nothing))
    }

    private struct List: Encodable {
        let customer: String
        let standing: String?
        let regimes: Regimes
        let consents: [ConsentBody]
    }

    /// What counts where the customer has said nothing.
    private struct Regimes: Encodable {
        let other: String
        let storefronts: [String: String]

        private enum CodingKeys: String, CodingKey {
            case other = "default"
            case storefronts
        }

        init(_ regimes: ConsentRegimes) {
            self.other = regimes.other.rawValue
            self.storefronts = regimes.storefronts.mapValues(\.rawValue)
        }
    }
}

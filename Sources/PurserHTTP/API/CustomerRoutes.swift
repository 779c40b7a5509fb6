import Hummingbird
import Ledger
import PurserService

/// What shops ask about one customer.
struct CustomerRoutes {
    /// Answers.
    let query: CustomerQuery

    /// Adds `GET /v1/customers/{customer}/entitlements` and `.../introductory-eligibility`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/customers/:customer/entitlements", use: self.entitlements)
        group.get("/v1/customers/:customer/introductory-eligibility", use: self.introductoryEligibility)
    }

    @concurrent
    @Sendable private func entitlements(_ request: Request, context: ShopContext) async throws -> Response {
        let answer = try await self.query.entitlements(
            of: CustomerParameter.customer(in: context),
            in: context.app,
            environment: CustomerParameter.environment(in: request)
        )
        let written = EntitlementBody.json(answer)
        return ETag(of: written.rights).response(to: request, json: written.body)
    }

    @concurrent
    @Sendable private func introductoryEligibility(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let uses = try await self.query.introductoryUses(of: customer, in: context.app, environment: environment)
        return try JSONResponse.encode(
            IntroductoryEligibilityBody(
                customer: customer.rawValue,
                environment: environment.rawValue,
                groups: uses.map(IntroductoryEligibilityBody.Group.init)
            )
        )
    }
}

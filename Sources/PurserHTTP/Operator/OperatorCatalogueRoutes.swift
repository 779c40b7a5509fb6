import Hummingbird
import PurserService

/// The operator's commands about catalogues; the app is named in the query.
struct OperatorCatalogueRoutes {
    /// Answers.
    let exchange: CatalogueExchange

    /// Adds the routes under `/operator/v1/catalogue`.
    func add(to router: Router<OperatorContext>) {
        router.post("/operator/v1/catalogue", use: self.apply)
        router.get("/operator/v1/catalogue/versions", use: self.versions)
        router.get("/operator/v1/catalogue/versions/:number", use: self.version)
    }

    @concurrent
    @Sendable private func apply(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.applyTexts(request, app: OperatorContext.app(in: request), by: context.name)
    }

    @concurrent
    @Sendable private func versions(_ request: Request, context _: OperatorContext) async throws -> Response {
        try await self.exchange.versions(request, app: OperatorContext.app(in: request))
    }

    @concurrent
    @Sendable private func version(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.version(context.parameters.get("number") ?? "", app: OperatorContext.app(in: request))
    }
}

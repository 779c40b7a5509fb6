import Hummingbird
import PurserService

/// The operator's commands about imports; the app is named in the query.
struct OperatorImportRoutes {
    /// Answers.
    let exchange: ImportExchange

    /// Adds the routes under `/operator/v1/imports`.
    func add(to router: Router<OperatorContext>) {
        router.post("/operator/v1/imports", use: self.take)
        router.get("/operator/v1/imports", use: self.list)
        router.get("/operator/v1/imports/:import", use: self.show)
        router.get("/operator/v1/imports/:import/failures", use: self.failures)
        router.post("/operator/v1/imports/:import/retry", use: self.retry)
        router.post("/operator/v1/imports/:import/cancel", use: self.cancel)
    }

    @concurrent
    @Sendable private func take(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.take(request, app: OperatorContext.app(in: request), by: context.name)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context _: OperatorContext) async throws -> Response {
        try await self.exchange.list(request, app: OperatorContext.app(in: request))
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.show(ImportExchange.id(in: context), app: OperatorContext.app(in: request))
    }

    @concurrent
    @Sendable private func failures(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.failures(
            ImportExchange.id(in: context),
            app: OperatorContext.app(in: request),
            request: request
        )
    }

    @concurrent
    @Sendable private func retry(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.retry(
            ImportExchange.id(in: context),
            app: OperatorContext.app(in: request),
            by: context.name
        )
    }

    @concurrent
    @Sendable private func cancel(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.cancel(
            ImportExchange.id(in: context),
            app: OperatorContext.app(in: request),
            by: context.name
        )
    }
}

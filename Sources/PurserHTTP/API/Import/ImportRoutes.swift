import Hummingbird
import Ledger
import PurserService

/// Where a shop hands in the purchases that it had before, and sees how they come in.
struct ImportRoutes {
    /// Answers.
    let exchange: ImportExchange

    /// Adds the routes under `/v1/imports`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/imports", use: self.take)
        group.get("/v1/imports", use: self.list)
        group.get("/v1/imports/:import", use: self.show)
        group.get("/v1/imports/:import/failures", use: self.failures)
        group.post("/v1/imports/:import/retry", use: self.retry)
        group.post("/v1/imports/:import/cancel", use: self.cancel)
    }

    @concurrent
    @Sendable private func take(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.take(request, app: context.app.name, by: context.caller.name)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.list(request, app: context.app.name)
    }

    @concurrent
    @Sendable private func show(_: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.show(ImportExchange.id(in: context), app: context.app.name)
    }

    @concurrent
    @Sendable private func failures(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.failures(ImportExchange.id(in: context), app: context.app.name, request: request)
    }

    @concurrent
    @Sendable private func retry(_: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.retry(ImportExchange.id(in: context), app: context.app.name, by: context.caller.name)
    }

    @concurrent
    @Sendable private func cancel(_: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.cancel(ImportExchange.id(in: context), app: context.app.name, by: context.caller.name)
    }
}

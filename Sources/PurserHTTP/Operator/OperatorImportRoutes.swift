import HTTPTypes
import Hummingbird
import Ledger
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
        try await self.exchange.take(request, app: Self.app(request), by: context.peer?.name ?? "")
    }

    @concurrent
    @Sendable private func list(_ request: Request, context _: OperatorContext) async throws -> Response {
        try await self.exchange.list(request, app: Self.app(request))
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.show(ImportExchange.id(in: context), app: Self.app(request))
    }

    @concurrent
    @Sendable private func failures(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.failures(ImportExchange.id(in: context), app: Self.app(request), request: request)
    }

    @concurrent
    @Sendable private func retry(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.retry(
            ImportExchange.id(in: context),
            app: Self.app(request),
            by: context.peer?.name ?? ""
        )
    }

    @concurrent
    @Sendable private func cancel(_ request: Request, context: OperatorContext) async throws -> Response {
        try await self.exchange.cancel(
            ImportExchange.id(in: context),
            app: Self.app(request),
            by: context.peer?.name ?? ""
        )
    }

    private static func app(_ request: Request) throws -> AppName {
        guard let name = request.uri.queryParameters.get("app"), !name.isEmpty else {
            throw Problem(.unprocessableContent, code: "field_missing", "Name the app: ?app=", field: "app")
        }
        return AppName(name)
    }
}

import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// What is sold and what it gives: what apps ask before they ask StoreKit, and where a shop applies a catalogue.
struct CatalogueRoutes {
    /// Answers.
    let exchange: CatalogueExchange
    /// Makes a catalogue from Xcode's file; `nil` where none is made.
    let storeKit: CatalogueTranslation.Way?
    /// Knows the prices that count now.
    let prices: PriceService
    /// Counts the lists of products.
    let figures = ProductListFigures()

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/products", use: self.products)
        group.get("/v1/rights", use: self.rights)
        group.get("/v1/catalogue", use: self.show)
        group.post("/v1/catalogue", use: self.apply)
        group.post("/v1/catalogue/translations", use: self.translate)
        group.get("/v1/catalogue/versions", use: self.versions)
        group.get("/v1/catalogue/versions/:number", use: self.version)
    }

    @concurrent
    @Sendable private func products(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.figures.counting(in: context.app.name) { try await self.list(request, context) }
    }

    private func list(_ request: Request, _ context: ShopContext) async throws -> Response {
        let storefront = try Self.storefront(in: request)
        let current = context.app.live.current
        let products = current.catalogue.products.values.filter { product in
            storefront.map(product.area.contains) ?? true
        }
        var prices: [ProductID: Money] = [:]
        if let storefront {
            do throws(RepositoryError) {
                prices = try await self.prices.currentPrices(in: storefront, of: context.app)
            } catch {
                throw Problem.storage(error)
            }
        }
        let body = Products(
            storefront: storefront,
            version: current.version?.number,
            products: products.sorted { $0.id < $1.id }.map { product in
                ProductBody(product, in: current.catalogue, price: prices[product.id])
            }
        )
        return try JSONResponse.encode(body)
    }

    @concurrent
    @Sendable private func rights(_ request: Request, context: ShopContext) async throws -> Response {
        let current = context.app.live.current
        let body = Rights(version: current.version?.number, rights: RightBody.all(of: current.catalogue))
        return try JSONResponse.encode(body)
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        try context.require(.read)
        return try await self.exchange.show(request, app: context.app.name)
    }

    @concurrent
    @Sendable private func versions(_ request: Request, context: ShopContext) async throws -> Response {
        try context.require(.read)
        return try await self.exchange.versions(request, app: context.app.name)
    }

    @concurrent
    @Sendable private func version(_: Request, context: ShopContext) async throws -> Response {
        try context.require(.read)
        return try await self.exchange.version(context.parameters.get("number") ?? "", app: context.app.name)
    }

    @concurrent
    @Sendable private func apply(_ request: Request, context: ShopContext) async throws -> Response {
        try context.require(.admin)
        return try await self.exchange.apply(request, app: context.app.name, by: context.caller.name)
    }

    @concurrent
    @Sendable private func translate(_ request: Request, context: ShopContext) async throws -> Response {
        try context.require(.admin)
        guard let storeKit = self.storeKit else { throw Problem.framework(.notFound) }
        return try await self.exchange.translate(request, by: storeKit)
    }

    /// The storefront that a query names.
    static func storefront(in request: Request, named name: String = "storefront") throws -> String? {
        guard let text = request.uri.queryParameters.get(name) else { return nil }
        guard StorefrontCode.contains(text) else {
            throw Problem(
                .unprocessableContent,
                code: "storefront_unknown",
                "Use an ISO 3166-1 alpha-3 code of a storefront in capital letters, such as CHN or USA.",
                field: name
            )
        }
        return text
    }

    private struct Products: Encodable {
        let storefront: String?
        let version: Int64?
        let products: [ProductBody]
    }

    private struct Rights: Encodable {
        let version: Int64?
        let rights: [RightBody]
    }
}

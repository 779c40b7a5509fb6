import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for current and past prices, price points and mismatches.
struct PriceController: Sendable {
    /// The maximum size of a file of prices in bytes.
    static let maximumFile = PricePointFile.byteLimit
    /// The maximum period of sales in one request.
    private static let longestSpan = Span.days(366)
    /// The default period of sales.
    private static let usualSpan = Span.days(30)

    /// The service that knows prices.
    let service: PriceService
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/prices`, and those that fetch and import prices.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/prices") { request, context in
            try await self.list(request, of: context.app.name)
        }
        group.get("/v1/prices/nearest") { request, context in
            try await self.nearest(request, of: context.app.name)
        }
        group.get("/v1/prices/mismatches") { request, context in
            try await self.mismatches(request, of: context.app.name)
        }
        group.get("/v1/prices/:product") { request, context in
            try await self.history(context.parameters.get("product"), request, of: context.app.name)
        }
        group.post("/v1/price-fetches") { request, context in
            try await self.fetch(request, of: context.app.name, by: context.name)
        }
        group.post("/v1/price-imports") { request, context in
            try await self.importFile(request, of: context.app.name, by: context.name)
        }
    }

    /// Returns the prices at an instant, in a storefront or of a product.
    private func list(_ request: Request, of app: AppName) async throws -> Response {
        let storefront = try RequestQuery.storefront(in: request)
        let product = try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) }
        let instant = try RequestQuery.instant("at", in: request) ?? self.service.now()
        let listed = try await Self.explained { () throws(PriceError) in
            if let product {
                return try await self.service.prices(of: product, storefront: storefront, at: instant, in: app)
            }
            return try await self.service.prices(
                in: storefront ?? Storefront.defaultBase,
                at: instant,
                in: app
            )
        }
        return try JSONResponse.encode(Prices(at: instant.rfc3339, prices: listed.map(PriceBody.init)))
    }

    /// Returns the price points near a price.
    private func nearest(_ request: Request, of app: AppName) async throws -> Response {
        guard let text = try RequestQuery.text("price", in: request, upTo: 64) else {
            throw Problem(
                .unprocessableContent,
                code: "field_missing",
                "Name the price: ?price=CNY 6.66",
                field: "price"
            )
        }
        guard let sum = Money(spelling: text) else {
            throw RequestFields.invalid("price", "Use a currency code and a price: CNY 6.66")
        }
        let storefront = try RequestQuery.storefront(in: request)
        let (nearest, coins) = try await Self.explained { () throws(PriceError) in
            (
                try await self.service.nearest(to: sum, storefront: storefront, in: app),
                try self.service.coins(of: app)
            )
        }
        return try JSONResponse.encode(NearestPricesBody(nearest, coins: coins))
    }

    /// Returns the sales at a price that their product did not have.
    private func mismatches(_ request: Request, of app: AppName) async throws -> Response {
        let to = try RequestQuery.instant("to", in: request) ?? self.service.now()
        let from = try RequestQuery.instant("from", in: request) ?? to - Self.usualSpan
        guard from < to else { throw RequestFields.invalid("to", "This must be after `from`.") }
        guard to - from <= Self.longestSpan else {
            throw RequestFields.invalid("from", "Request at most 366 days.")
        }
        let limit = try RequestQuery.limit(
            in: request,
            usually: PriceService.mismatchLimit,
            upTo: PriceService.mismatchLimit
        )
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 1024).map { text in
            guard let cursor = SaleCursor(text) else { throw RequestQuery.foreignCursor }
            return cursor
        }
        let found = try await Self.explained { () throws(PriceError) in
            try await self.service.mismatches(within: from..<to, in: app, after: cursor, limit: limit)
        }
        return try JSONResponse.encode(PriceMismatchesBody(found, within: from..<to))
    }

    /// Returns the changes of a product's price.
    private func history(_ product: String?, _ request: Request, of app: AppName) async throws -> Response {
        let product = ProductID(product ?? "")
        let storefront = try RequestQuery.storefront(in: request)
        let isWithConsents = try RequestQuery.flag("consents", in: request)
        let (history, consents) = try await Self.explained { () throws(PriceError) in
            (
                try await self.service.history(of: product, in: app),
                // This reads every subscription.
                isWithConsents ? try await self.service.consents(of: product, in: app) : nil
            )
        }
        let changes = history.changes(in: storefront)
        let needs = try await Self.explained { () throws(PriceError) in
            try self.service.consents(to: changes, of: product, in: app)
        }
        let contradictions = history.contradictions(at: self.service.now())
        return try JSONResponse.encode(
            History(
                product: product.rawValue,
                changes: zip(changes, needs).map { PriceChangeBody($0, consent: $1) },
                issues: contradictions.map { PriceIssueBody($0, of: product) },
                consents: consents.map { consents in
                    Consents(
                        waiting: consents.counts.waiting,
                        agreed: consents.counts.agreed,
                        complete: consents.isComplete
                    )
                }
            )
        )
    }

    /// Fetches prices from App Store Connect.
    private func fetch(_ request: Request, of app: AppName, by name: String) async throws -> Response {
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let product = try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) }
        let last = try RequestQuery.text("after", in: request, upTo: 255).map { ProductID($0) }
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        return try await self.answer { () throws(PriceError) in
            try await self.service.fetch(
                product,
                after: last,
                in: app,
                by: name,
                reason: reason,
                isPreview: isPreview
            )
        }
    }

    /// Imports a file from Apple: the prices of the product in the query, otherwise price points.
    private func importFile(_ request: Request, of app: AppName, by name: String) async throws -> Response {
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let product = try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) }
        let base = try RequestQuery.storefront(in: request, named: "base") ?? Storefront.defaultBase
        return try await self.limits.withBody(of: request, upTo: Self.maximumFile) { body in
            try await self.answer { () throws(PriceError) in
                let file: PricePointFile
                do throws(PriceFileError) {
                    file = try PricePointFile(Array(body.readableBytesView))
                } catch {
                    throw .file(error)
                }
                guard let product else {
                    return try await self.service.importPoints(file, in: app, by: name, isPreview: isPreview)
                }
                return try await self.service.importPrices(
                    file,
                    of: product,
                    base: base,
                    in: app,
                    by: name,
                    isPreview: isPreview
                )
            }
        }
    }

    private func answer(_ work: () async throws(PriceError) -> PriceService.UpdateResult) async throws -> Response {
        let result = try await Self.explained(work)
        return try JSONResponse.encode(PriceUpdateBody(result))
    }

    /// Performs an action and turns the service's errors into problem documents.
    private static func explained<Answer>(_ work: () async throws(PriceError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.price, work)
    }

    private struct Prices: Encodable {
        let at: String
        let prices: [PriceBody]
    }

    private struct History: Encodable {
        let product: String
        let changes: [PriceChangeBody]
        let issues: [PriceIssueBody]
        let consents: Consents?
    }

    private struct Consents: Encodable {
        let waiting: Int
        let agreed: Int
        let complete: Bool
    }
}

extension Problem {
    /// Returns the problem document of an error about prices.
    static func price(_ error: PriceError) -> Problem {
        switch error {
        case .unknownApp: Problem(.notFound, code: error.code, error.detail, field: "app")
        case .unknownProduct: Problem(.notFound, code: error.code, error.detail, field: "product")
        case .pointsUnknown: Problem(.notFound, code: error.code, error.detail)
        case .storefrontNeeded: Problem(.unprocessableContent, code: error.code, error.detail, field: "storefront")
        case .connectMissing, .appNumberMissing, .fetchRunning: Problem(.conflict, code: error.code, error.detail)
        case .basePriceMissing: Problem(.unprocessableContent, code: error.code, error.detail, field: "base")
        case .pricesAmbiguous, .file: Problem(.unprocessableContent, code: error.code, error.detail)
        case .connect(let cause):
            Problem(
                cause.canRetry ? .serviceUnavailable : .badGateway,
                code: error.code,
                error.detail,
                retryAfterSeconds: cause.canRetry ? 60 : nil
            )
        case .storage(let cause): .storage(cause)
        }
    }
}

import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that lists products and entitlements and applies catalogs.
struct CatalogController: Sendable {
    /// The maximum number of versions in one page.
    static let maximumList = 200

    /// The service that applies and stores catalogs.
    let service: CatalogService
    /// The translation of Xcode's file into a catalog; `nil` if it is not available.
    let storeKit: CatalogTranslation.Way?
    /// The service that knows the current prices.
    let prices: PriceService
    /// The limits on the memory for bodies.
    let limits: BodyLimits
    /// The metrics of product lists.
    let metrics = ProductListMetrics()

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/products", use: self.products)
        group.get("/v1/entitlements", use: self.entitlements)
        group.get("/v1/catalog", use: self.get)
        group.post("/v1/catalog", use: self.apply)
        group.post("/v1/catalog/translations", use: self.translate)
        group.get("/v1/catalog/versions", use: self.versions)
        group.get("/v1/catalog/versions/:number", use: self.version)
    }

    // MARK: Products

    @concurrent
    @Sendable private func products(_ request: Request, context: AppContext) async throws -> Response {
        try await self.metrics.counting(in: context.app.name) { try await self.list(request, context) }
    }

    private func list(_ request: Request, _ context: AppContext) async throws -> Response {
        let storefront = try RequestQuery.storefront(in: request)
        let current = context.app.live.current
        let products = current.catalog.products.values.filter { product in
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
                ProductBody(product, in: current.catalog, price: prices[product.id])
            }
        )
        return try JSONResponse.encode(body)
    }

    @concurrent
    @Sendable private func entitlements(_ request: Request, context: AppContext) async throws -> Response {
        let current = context.app.live.current
        let body = EntitlementDefinitions(
            version: current.version?.number,
            entitlements: EntitlementDefinitionBody.all(of: current.catalog)
        )
        return try JSONResponse.encode(body)
    }

    // MARK: Catalogs

    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let app = context.app.name
        let current = try await Self.explained { () throws(CatalogServiceError) in try self.service.current(of: app) }
        return try JSONResponse.encode(CatalogBody(current))
    }

    @concurrent
    @Sendable private func versions(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumList)
        let cursor = try Self.number("cursor", in: request, bounds: 1...Int64.max)
        let versions = try await Self.explained { () throws(CatalogServiceError) in
            try await self.service.versions(of: context.app.name, before: cursor, limit: limit + 1)
        }
        return try JSONResponse.encode(CatalogVersionsBody(versions, limit: limit))
    }

    @concurrent
    @Sendable private func version(_: Request, context: AppContext) async throws -> Response {
        let app = context.app.name
        let number = context.parameters.get("number").flatMap { Int64($0) } ?? 0
        let (version, text) = try await Self.explained { () throws(CatalogServiceError) in
            try await self.service.version(number, of: app)
        }
        return try JSONResponse.encode(CatalogTextBody(version, text: text))
    }

    /// Applies the catalog in the body, or the earlier version in the query; with `dryRun` returns the changes only.
    @concurrent
    @Sendable private func apply(_ request: Request, context: AppContext) async throws -> Response {
        let app = context.app.name
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        let subject = try await self.subject(of: request, in: app)
        let body = try await Self.explained { () throws(CatalogServiceError) in
            if isPreview {
                return CatalogPreviewBody(try self.service.preview(subject.text, name: subject.name, of: app))
            }
            let (version, preview) = try await self.service.apply(
                subject.text,
                name: subject.name,
                of: app,
                by: context.name,
                reason: reason
            )
            return CatalogPreviewBody(preview, applied: preview.isSame ? nil : version)
        }
        return try JSONResponse.encode(body)
    }

    /// Returns the catalog of a request, and its name in messages.
    private func subject(of request: Request, in app: AppName) async throws -> CatalogFilesBody {
        let version = try Self.number("version", in: request, bounds: 1...Int64.max)
        let isFiles = CatalogFilesBody.isSent(request.headers[.contentType])
        let limit = isFiles ? CatalogFilesBody.maximumBody : CatalogFile.sizeLimitBytes
        return try await self.limits.withBody(of: request, upTo: limit) { body in
            let bytes = Array(body.readableBytesView)
            guard let version else {
                return isFiles
                    ? try CatalogFilesBody(json: bytes) : CatalogFilesBody(CatalogText(document: bytes))
            }
            guard bytes.isEmpty else {
                throw RequestFields.wrongType("version", "Send a catalog or a version, not both.")
            }
            let text = try await Self.explained { () throws(CatalogServiceError) in
                try await self.service.text(version, of: app)
            }
            return CatalogFilesBody(text, name: "version \(version)")
        }
    }

    /// Creates a catalog from the file in the body, without changing anything.
    @concurrent
    @Sendable private func translate(_ request: Request, context _: AppContext) async throws -> Response {
        guard let way = self.storeKit else { throw Problem.framework(.notFound) }
        let translation = try await self.limits.withBody(of: request, upTo: CatalogFile.sizeLimitBytes) { body in
            do throws(ValidationIssues) {
                return try way(Array(body.readableBytesView), "Shop.storekit")
            } catch {
                throw Problem.catalog(code: "storekit_invalid", "The file is not a valid file of Xcode's. ", error)
            }
        }
        return try JSONResponse.encode(
            CatalogTranslationBody(document: translation.document, remarks: translation.remarks)
        )
    }

    private static func explained<Answer>(
        _ work: () async throws(CatalogServiceError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.catalog, work)
    }

    private static func number(_ name: String, in request: Request, bounds: ClosedRange<Int64>) throws -> Int64? {
        guard let text = request.uri.queryParameters[name[...]] else { return nil }
        guard let number = Int64(text), bounds.contains(number) else {
            throw Problem(
                .unprocessableContent,
                code: "field_wrong_type",
                "This must be an integer from \(bounds.lowerBound)"
                    + (bounds.upperBound == .max ? "." : " to \(bounds.upperBound)."),
                field: name
            )
        }
        return number
    }

    private struct Products: Encodable {
        let storefront: String?
        let version: Int64?
        let products: [ProductBody]
    }

    private struct EntitlementDefinitions: Encodable {
        let version: Int64?
        let entitlements: [EntitlementDefinitionBody]
    }
}

extension RequestQuery {
    /// Returns the storefront in the query.
    static func storefront(in request: Request, named name: String = "storefront") throws -> String? {
        guard let text = request.uri.queryParameters[name[...]] else { return nil }
        let code = String(text)
        guard StorefrontCode.contains(code) else {
            throw Problem(
                .unprocessableContent,
                code: "storefront_unknown",
                "Use an ISO 3166-1 alpha-3 code of a storefront in capital letters, such as CHN or USA.",
                field: name
            )
        }
        return code
    }
}

extension Problem {
    /// The maximum number of errors in a response.
    private static let maximumIssues = 20

    /// Returns the problem document of an error about a catalog.
    static func catalog(_ error: CatalogServiceError) -> Problem {
        switch error {
        case .unknownApp:
            return Problem(.notFound, code: error.code, "This server has no app of this name.", field: "app")
        case .unknownVersion(let number):
            return Problem(
                .notFound,
                code: error.code,
                "There is no version \(number). To list the versions: purser catalog versions, or GET "
                    + "/v1/catalog/versions",
                field: "version"
            )
        case .busy:
            return Problem(
                .serviceUnavailable,
                code: error.code,
                "Other catalogs are being applied at the moment; nothing was changed. Try again.",
                retryAfterSeconds: 1
            )
        case .storage(let cause): return Problem.storage(cause)
        case .wrong(let issues):
            return Self.catalog(code: error.code, "Nothing was changed: the catalog has errors. ", issues)
        }
    }

    /// Returns the error for a file with errors, with the first of them.
    fileprivate static func catalog(code: String, _ sentence: String, _ issues: ValidationIssues) -> Problem {
        let shown = issues.issues.prefix(Self.maximumIssues).map(\.description)
        let more = issues.issues.count - shown.count
        return Problem(
            .unprocessableContent,
            code: code,
            sentence + shown.joined(separator: "\n") + (more > 0 ? "\nand \(more) more" : ""),
            field: issues.issues.first { !$0.keyPath.isEmpty }?.keyPath
        )
    }
}

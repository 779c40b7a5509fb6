import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The dashboard: its first page, its files, and the page for an address without a page.
struct DashboardController: Sendable {
    /// How long browsers keep a file whose address has its version: a year.
    private static let immutable = "public, max-age=31536000, immutable"

    /// The use cases of the server.
    let services: Services
    /// The settings of the dashboard.
    let settings: DashboardSettings
    /// The gate that lets one long operation run at a time.
    let gate: OperationGate
    /// The page about the settings of the server, and the doctor.
    let server: DashboardServerController

    /// The groups of pages about apps, in the order in which the navigation lists them.
    static let pages: [any DashboardPages.Type] = [
        DashboardCustomerPages.self, DashboardPurchasePages.self, DashboardRefundPages.self, DashboardChartPages.self,
        DashboardMoneyPages.self, DashboardEventPages.self, DashboardStorePages.self, DashboardOperationPages.self,
    ]

    /// Returns the checks before each page.
    func entrance(limits: BodyLimits) -> DashboardEntrance {
        DashboardEntrance(
            operators: self.services.operators,
            apps: self.services.apps,
            settings: self.settings,
            now: self.services.wall.now,
            limits: limits,
            confirmations: DashboardConfirmations(repository: self.services.repository, now: self.services.wall.now),
            waiting: DashboardWaitingCounts(services: self.services)
        )
    }

    /// Adds all routes of the dashboard.
    func add(to router: Router<PurserContext>, behind entrance: DashboardEntrance) {
        let operators = self.services.operators
        let routes = DashboardRoutes(router: router, entrance: entrance, gate: self.gate)
        DashboardOverviewController(services: self.services, settings: self.settings).add(to: routes)
        DashboardSearchController(services: self.services).add(to: routes)
        DashboardLive(repository: self.services.repository, operators: operators, sleep: self.settings.sleep)
            .add(to: routes)
        self.server.add(to: routes)
        for pages in Self.pages { pages.init(services: self.services).add(to: routes) }
        DashboardSignInController(operators: operators).add(to: routes)
        DashboardAccountController(operators: operators).add(to: routes)
        DashboardOperatorsController(operators: operators, settings: self.settings).add(to: routes)
        if let demo = self.settings.demo {
            DashboardDemoController(demo: demo, operators: operators).add(to: routes)
        }
        router.get("/dashboard/assets/:file") { request, context in Self.asset(request, context) }
        routes.get("/dashboard/**", for: .anyone) { visit in
            visit.message(.notFound, title: "notFound", visit.text("notFoundText"))
        }
    }

    /// Returns an embedded file, which browsers keep: its address changes with its content.
    private static func asset(_ request: Request, _ context: PurserContext) -> Response {
        guard let asset = context.parameters.get("file").flatMap({ DashboardFiles.shared.assets[$0] }) else {
            var response = Response(status: .notFound)
            DashboardEntrance.protect(&response.headers)
            return response
        }
        var headers = HTTPFields()
        headers[.contentType] = asset.mediaType
        headers[.contentLength] = "\(asset.bytes.count)"
        // An address without the version may have another content tomorrow.
        headers[.cacheControl] = request.uri.string == asset.path ? Self.immutable : "no-cache"
        DashboardEntrance.protect(&headers)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }
}

/// A group of pages of the dashboard.
protocol DashboardPages: Sendable {
    /// The pages in the navigation.
    static var entries: [DashboardNavigation.Page] { get }

    /// Creates the pages of a server.
    init(services: Services)

    /// Adds the routes.
    func add(to routes: DashboardRoutes)
}

/// Answers a browser with a page where an address of the dashboard that it opens is refused before a route is found.
///
/// Programs, and forms, get the problem document, as at every other address.
struct DashboardAddressMiddleware: RouterMiddleware {
    /// The checks before each page, which find the session.
    let entrance: DashboardEntrance

    /// Passes the request on, and answers a browser's problem with a page.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard request.method == .get,
            path == DashboardSettings.path || path.hasPrefix("\(DashboardSettings.path)/"),
            request.headers[.accept]?.contains("text/html") == true
        else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try await self.entrance.answer(request, context, .anyone) { _ in throw problem }
        }
    }
}

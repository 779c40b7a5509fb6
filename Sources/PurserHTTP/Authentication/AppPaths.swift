import HTTPTypes
import Hummingbird

/// Lets each route under `/v1/` also be reached under `/v1/apps/{app}/`.
///
/// A key of one app needs no app in the address. Operators and keys of all apps name it there, and find the same
/// routes: each is declared once, and added to the router twice.
struct AppPaths: RouterMethods {
    /// The beginning of addresses without an app.
    static let root = "/v1/"
    /// The beginning of addresses with one.
    static let appRoot = "/v1/apps/{app}/"

    /// Where the routes are added.
    let router: Router<PurserContext>

    /// Adds a route, and where it is under `/v1/` its twin.
    @discardableResult
    func on<Responder: HTTPResponder>(
        _ path: RouterPath,
        method: HTTPRequest.Method,
        responder: Responder
    ) -> Self where Responder.Context == PurserContext {
        self.router.on(path, method: method, responder: responder)
        if let twin = Self.twin(of: path.description) {
            self.router.on(RouterPath(twin), method: method, responder: responder)
        }
        return self
    }

    /// Adds middleware to the router; what is for some routes only belongs to a group of them.
    func add(middleware: any MiddlewareProtocol<Request, Response, PurserContext>) -> Self {
        self.router.add(middleware: middleware)
        return self
    }

    /// The address with an app that stands for one without; `nil` where there is none.
    static func twin(of path: String) -> String? {
        path.hasPrefix(Self.root) ? Self.appRoot + path.dropFirst(Self.root.count) : nil
    }
}

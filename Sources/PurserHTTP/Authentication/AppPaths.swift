import HTTPTypes
import Hummingbird

/// A router that adds each route under `/v1/` also under `/v1/apps/{app}/`.
///
/// A key of one app needs no app in the path. Operators and keys of all apps use the same routes with the app in the
/// path: each route is declared once and added twice.
struct AppPaths: RouterMethods {
    /// The prefix of paths without an app.
    static let root = "/v1/"
    /// The prefix of paths with an app.
    static let appRoot = "/v1/apps/{app}/"

    /// The router to which routes are added.
    let router: Router<PurserContext>

    /// Adds a route, and its twin with an app if it is under `/v1/`.
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

    /// Adds middleware to the router; middleware for some routes only belongs to a group of them.
    func add(middleware: any MiddlewareProtocol<Request, Response, PurserContext>) -> Self {
        self.router.add(middleware: middleware)
        return self
    }

    /// Returns the path with an app for one without; `nil` if there is none.
    static func twin(of path: String) -> String? {
        path.hasPrefix(Self.root) ? Self.appRoot + path.dropFirst(Self.root.count) : nil
    }
}

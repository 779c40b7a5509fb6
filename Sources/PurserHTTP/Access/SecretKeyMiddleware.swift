import HTTPTypes
import Hummingbird

/// Finds the app whose secret key a request bears (RFC 6750, section 2.1).
struct SecretKeyMiddleware: RouterMiddleware {
    /// The keys.
    let keys: SecretKeys

    /// Names the app in the context, when the key is known.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let scheme = "bearer "
        if let value = request.headers[.authorization], value.lowercased().hasPrefix(scheme) {
            context.app = self.keys.app(of: value.utf8.dropFirst(scheme.utf8.count))
        }
        return try await next(request, context)
    }
}

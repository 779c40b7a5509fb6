import HTTPTypes
import Hummingbird
import Notation

/// Reads what the parts of an address stand for, once for all routes, and refuses an address that names nothing
/// exactly.
///
/// Routes find the parts of the path decoded in `context.parameters` and never decode anything themselves. What the
/// query says is decoded by the framework, which replaces what it cannot read; so that is refused here first.
struct RequestTargetMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on with the parts of its path decoded.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The HTTP parser refuses other bytes too; what follows counts letters, and relies on it.
        guard request.uri.string.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw Problem.address(nil) }
        let path = request.uri.path
        // The router would pass over an empty part of the path, and take the next one for the id.
        if path.hasPrefix(AppPaths.root), path.contains("//") { throw Problem.address(nil) }
        var parameters = Parameters()
        for (name, sent) in context.parameters {
            guard let text = PercentEncoding.text(sent) else {
                throw name == "customer" ? CustomerParameter.invalid(field: "customer") : Problem.address(String(name))
            }
            parameters[name] = text[...]
        }
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard !parts[0].contains("%"), PercentEncoding.text(parts.last ?? "") != nil else {
                throw Problem.address(String(parts[0].prefix(64)))
            }
        }
        var context = context
        context.coreContext.parameters = parameters
        return try await next(request, context)
    }
}

extension Problem {
    /// An address that is not written as addresses are, or a part of one, by its name.
    static func address(_ field: String?) -> Self {
        Self(
            .unprocessableContent,
            code: "address_invalid",
            "Write what is not a letter, a digit or one of -._~ as the bytes of its UTF-8 in percent form (%C3%A9), names in "
                + "the query as they are, and leave no part of the path empty.",
            field: field
        )
    }
}

extension PercentEncoding {
    /// The parts of a request's address, in which only those bytes have a form that have to; `&` would end a value of
    /// the query.
    private static let request = Self(signs: "-._~!$'()*+,;=:@")

    /// The text that a part of an address stands for; `nil` also where it holds U+0000, which no id has.
    static func text(_ sent: some StringProtocol) -> String? {
        Self.request.decoded(sent).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }

    /// The address of a request with the values of its query, written so that all spellings of a text are one.
    ///
    /// What stands for no text stays as it was sent.
    static func plain(path: String, query: String?) -> (path: String, query: String?) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.plain($0) }
        let pairs = query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Self.plain($0) }
                .joined(separator: "=")
        }
        return (parts.joined(separator: "/"), pairs?.joined(separator: "&"))
    }

    private static func plain(_ sent: some StringProtocol) -> String {
        Self.text(sent).map(Self.request.encoded) ?? String(sent)
    }
}

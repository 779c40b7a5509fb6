import HTTPTypes
import Hummingbird
import Notation

/// Decodes the parts of an address once for all routes, and refuses an ambiguous address.
///
/// Routes find the decoded parts of the path in `context.parameters` and never decode themselves. The framework decodes
/// the query and replaces invalid bytes, so invalid queries are refused here first.
struct RequestTargetMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Passes the request on with the parts of its path decoded.
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var isEncoded = false
        var hasEmptyPart = false
        var previous = UInt8(ascii: " ")
        for byte in request.uri.string.utf8 {
            // The HTTP parser refuses other bytes too; the code below relies on it.
            guard (0x21...0x7E).contains(byte) else { throw Problem.address(nil) }
            isEncoded = isEncoded || byte == UInt8(ascii: "%")
            hasEmptyPart = hasEmptyPart || byte == UInt8(ascii: "/") && previous == byte
            previous = byte
        }
        // The router would skip an empty part of the path, and use the next one as the id.
        if hasEmptyPart {
            let path = request.uri.path
            if path.hasPrefix(AppPaths.root), path.contains("//") { throw Problem.address(nil) }
        }
        // Nearly all addresses are their own decoded form.
        guard isEncoded else { return try await next(request, context) }
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
    /// Returns the error for an address, or a named part of one, that is not encoded correctly.
    static func address(_ field: String?) -> Self {
        Self(
            .unprocessableContent,
            code: "address_invalid",
            "Percent-encode the UTF-8 bytes of everything that is not a letter, a digit or one of -._~ (%C3%A9), "
                + "leave names in the query unencoded, and leave no part of the path empty.",
            field: field
        )
    }
}

extension PercentEncoding {
    /// The encoding of a request's address, which encodes only the bytes that need it; `&` would end a value of the
    /// query.
    private static let request = Self(signs: "-._~!$'()*+,;=:@")

    /// Returns the decoded text of a part of an address; `nil` also if it contains U+0000, which no id has.
    static func text(_ sent: some StringProtocol) -> String? {
        Self.request.decoded(sent).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }

    /// Returns the address of a request with the values of its query in a canonical encoding.
    ///
    /// Parts that cannot be decoded stay unchanged.
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

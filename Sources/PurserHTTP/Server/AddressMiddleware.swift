import HTTPTypes
import Hummingbird

/// Reads what the parts of an address stand for, once for all routes, and refuses an address that names nothing exactly.
///
/// Routes find the parts of the path decoded in `context.parameters` and never decode anything themselves. What the query
/// says is decoded by the framework, which replaces what it cannot read; so that is refused here first.
struct AddressMiddleware<Context: RequestContext>: RouterMiddleware {
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
            guard let text = PercentForm.text(sent) else {
                throw name == "customer" ? CustomerParameter.invalid(field: "customer") : Problem.address(String(name))
            }
            parameters[name] = text[...]
        }
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard !parts[0].contains("%"), PercentForm.text(parts.last ?? "") != nil else {
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

/// The percent forms of an address (RFC 3986, section 2.1), read as exactly the bytes that they stand for.
///
/// An id is its bytes, so neither Foundation's decoding serves, which drops a byte order mark, nor one that puts U+FFFD in
/// the place of what is not UTF-8: both give one customer the name of another.
enum PercentForm {
    /// The text that a part of an address stands for.
    ///
    /// It is `nil` where a form is broken, where the bytes are not UTF-8, and where they hold U+0000, which no id has. A `+`
    /// is a `+`, and what was encoded twice is decoded once.
    static func text(_ sent: some StringProtocol) -> String? {
        // Nearly every name is as it was sent.
        guard sent.utf8.contains(UInt8(ascii: "%")) else { return sent.utf8.contains(0) ? nil : String(sent) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sent.utf8.count)
        var rest = sent.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = Self.digit(rest.next()), let low = Self.digit(rest.next()), high | low != 0 else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The same part with only those bytes in percent form that have to be, so that all spellings of a text are one.
    ///
    /// What stands for no text stays as it was sent.
    static func plain(_ sent: some StringProtocol) -> String {
        guard let text = Self.text(sent) else { return String(sent) }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sent.utf8.count)
        for byte in text.utf8 {
            if Self.isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a request in plain form, with the values of its query.
    static func plain(path: String, query: String?) -> (path: String, query: String?) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.plain($0) }
        let pairs = query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Self.plain($0) }
                .joined(separator: "=")
        }
        return (parts.joined(separator: "/"), pairs?.joined(separator: "&"))
    }

    /// Whether a byte stands for itself in every part of an address; `&` would end a value of the query.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$'()*+,;=:@".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
        case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

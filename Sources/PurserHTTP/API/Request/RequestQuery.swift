import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The query of a request.
enum RequestQuery {
    /// Returns a Boolean value; false if absent.
    static func flag(_ name: String, in request: Request) throws -> Bool {
        switch request.uri.queryParameters[name[...]] {
        case nil, "false": return false
        case "true": return true
        default: throw RequestFields.wrongType(name, "Use true or false.")
        }
    }

    /// Returns the size of a page.
    static func limit(in request: Request, usually: Int, upTo maximum: Int) throws -> Int {
        guard let text = request.uri.queryParameters["limit"] else { return usually }
        guard let limit = Int(text), (1...maximum).contains(limit) else {
            throw RequestFields.wrongType("limit", "This must be an integer from 1 to \(maximum).")
        }
        return limit
    }

    /// Returns a text of at most so many bytes, if present.
    static func text(_ name: String, in request: Request, upTo limit: Int) throws -> String? {
        guard let part = request.uri.queryParameters[name[...]] else { return nil }
        let text = String(part)
        try RequestFields.check(text, field: name, upTo: limit)
        return text
    }

    /// Returns the code of the currency, if present.
    static func currency(in request: Request) throws -> String? {
        let currency = try Self.text("currency", in: request, upTo: 3)
        guard let currency, currency.utf8.count != 3 else { return currency }
        throw RequestFields.invalid("currency", "Send the three letters of a currency of ISO 4217, such as USD.")
    }

    /// Returns a day, if present.
    static func day(_ name: String, in request: Request) throws -> PacificDay? {
        try Self.text(name, in: request, upTo: 32).map { try RequestFields.day($0, field: name) }
    }

    /// Returns an instant, if present.
    static func instant(_ name: String, in request: Request) throws -> Instant? {
        try Self.text(name, in: request, upTo: 64).map { try RequestFields.instant($0, field: name) }
    }

    /// Returns the number after which a page begins; `nil` for the first page; cursors are never below `least`.
    static func cursor(in request: Request, atLeast least: Int64) throws -> Int64? {
        guard let text = try Self.text("cursor", in: request, upTo: 20) else { return nil }
        guard let number = Int64(text), number >= least else { throw Self.foreignCursor }
        return number
    }

    /// The error for a cursor that no page contained.
    static let foreignCursor = Problem(
        .unprocessableContent,
        code: "cursor_invalid",
        "Send `next` of the previous page unchanged, or no cursor for the first page.",
        field: "cursor"
    )
}

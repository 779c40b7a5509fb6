import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// What the query of an address says.
enum RequestQuery {
    /// A flag; false when it is not there.
    static func flag(_ name: String, in request: Request) throws -> Bool {
        switch request.uri.queryParameters[name[...]] {
        case nil, "false": return false
        case "true": return true
        default: throw RequestFields.wrongType(name, "Use true or false.")
        }
    }

    /// How many a page holds.
    static func limit(in request: Request, usually: Int, upTo maximum: Int) throws -> Int {
        guard let text = request.uri.queryParameters["limit"] else { return usually }
        guard let limit = Int(text), (1...maximum).contains(limit) else {
            throw RequestFields.wrongType("limit", "This must be a whole number from 1 to \(maximum).")
        }
        return limit
    }

    /// A text of at most so many bytes, if it is there.
    static func text(_ name: String, in request: Request, upTo limit: Int) throws -> String? {
        guard let part = request.uri.queryParameters[name[...]] else { return nil }
        let text = String(part)
        try RequestFields.check(text, field: name, upTo: limit)
        return text
    }

    /// The refusal of a cursor that no page has given.
    static let foreignCursor = Problem(
        .unprocessableContent,
        code: "cursor_invalid",
        "Send `next` of the page before as it was, or no cursor for the first page.",
        field: "cursor"
    )
}

import Crypto
import HTTPTypes
import Ledger

/// A position among all events of an app, as text that nobody needs to understand.
///
/// It names its app too, so that a cursor of another app is refused and does not begin somewhere.
struct EventCursor: Hashable, CustomStringConvertible {
    /// The position that was seen last; 0 for the beginning.
    let position: Int64
    private let app: AppName

    /// The position after a position.
    init(_ position: Int64, app: AppName) {
        self.position = position
        self.app = app
    }

    /// The position that a text names, which must not lie after the newest; `field` is where it stands in the request.
    init(_ text: String, app: AppName, upTo newest: Int64, field: String = "cursor") throws {
        let position = Int64(text.prefix { $0 != "-" }, radix: 36)
        guard let position, position >= 0, Self(position, app: app).description == text else {
            throw Problem(
                .unprocessableContent,
                code: "cursor_invalid",
                "This is no position among the events of this app. Send `cursor` or `next` of a page as it was, or none for "
                    + "the beginning.",
                field: field
            )
        }
        guard position <= newest else {
            throw Problem(
                .conflict,
                code: "cursor_ahead",
                "This position lies after the newest event: the ledger was put back from a backup since. Read on from "
                    + "`from=newest`, and compare what you keep with what the customers' answers say.",
                field: field
            )
        }
        self.init(position, app: app)
    }

    /// The text.
    var description: String {
        let mark = SHA256.hash(data: Array(self.app.rawValue.utf8)).prefix(3).reduce(0) { $0 << 8 | Int($1) }
        return "\(String(self.position, radix: 36))-\(String(mark, radix: 36))"
    }
}

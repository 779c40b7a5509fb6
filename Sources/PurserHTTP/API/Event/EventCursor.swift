import Crypto
import HTTPTypes
import Ledger

/// An opaque text for a position among all events of an app.
///
/// It contains the app, so that the server can refuse the cursor of another app.
struct EventCursor: Hashable, CustomStringConvertible {
    /// The last position that was read; 0 for the beginning.
    let position: Int64
    private let app: AppName

    /// Creates the cursor after a position.
    init(_ position: Int64, app: AppName) {
        self.position = position
        self.app = app
    }

    /// Reads the position of a cursor, which must not be after the newest event; `field` is the cursor's place in the
    /// request.
    init(_ text: String, app: AppName, upTo newest: Int64, field: String = "cursor") throws {
        let position = Int64(text.prefix { $0 != "-" }, radix: 36)
        guard let position, position >= 0, Self(position, app: app).description == text else {
            throw Problem(
                .unprocessableContent,
                code: "cursor_invalid",
                "This is not a position among the events of this app. Send `cursor` or `next` of a page unchanged, or "
                    + "none for the beginning.",
                field: field
            )
        }
        guard position <= newest else {
            throw Problem(
                .conflict,
                code: "cursor_ahead",
                "This position is after the newest event, so the ledger was restored from a backup. Continue with "
                    + "`from=newest`, and compare your data with the customers' current state.",
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

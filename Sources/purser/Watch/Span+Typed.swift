internal import Ledger
internal import PurserService

extension Span {
    /// A span as the configuration and commands take it: `90s`, `10min` or `10m`, `2h`, `7d`; `nil` for anything else.
    init?(typed text: String) {
        self.init(spelling: text.hasSuffix("m") ? text + "in" : text)
    }
}

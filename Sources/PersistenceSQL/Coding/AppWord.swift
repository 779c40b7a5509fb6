import Ledger

/// A spelling in one app, compared byte for byte.
struct AppWord: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The spelling.
    let text: Identifier<Vocabulary>
}

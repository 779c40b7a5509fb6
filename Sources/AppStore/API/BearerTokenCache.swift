import Synchronization

/// A cache of the bearer token of one key and app.
///
/// Apple refuses tokens with a lifetime of more than an hour. These tokens are valid for half an hour, and the cache
/// replaces them after twenty minutes, so that a token does not expire in use even if the clock is a few minutes off.
final class BearerTokenCache: Sendable {
    /// The time during which the cache returns the same token, in seconds.
    static let useSeconds: Int64 = 20 * 60
    /// The lifetime of a token, in seconds.
    static let lifeSeconds: Int64 = 30 * 60

    private struct Token {
        let text: String
        let madeAtSeconds: Int64
    }

    private let key: AppStoreKey
    private let bundleID: String
    private let current = Mutex<Token?>(nil)

    /// Creates an empty cache.
    init(key: AppStoreKey, bundleID: String) {
        self.key = key
        self.bundleID = bundleID
    }

    /// Returns the token for an instant of the wall clock, in milliseconds since 1970.
    func token(atMilliseconds now: Int64) throws(AppStoreError) -> String {
        let seconds = now / 1000
        let kept = self.current.withLock { $0 }
        // A token from the future means that the clock has been set back since.
        if let kept, kept.madeAtSeconds <= seconds, seconds < kept.madeAtSeconds + Self.useSeconds { return kept.text }
        let text = try self.key.sign([
            JSONMember(key: "iss", value: .string(self.key.issuerID)),
            JSONMember(key: "iat", value: .number(String(seconds))),
            JSONMember(key: "exp", value: .number(String(seconds + Self.lifeSeconds))),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
            JSONMember(key: "bid", value: .string(self.bundleID)),
        ])
        self.current.withLock { $0 = Token(text: text, madeAtSeconds: seconds) }
        return text
    }

    /// Removes a token that Apple did not accept, unless the cache has replaced it meanwhile.
    func forget(_ token: String) {
        self.current.withLock { current in
            if current?.text == token { current = nil }
        }
    }
}

import Synchronization

/// The bearer token of one key for one app, made once in a while and used until then.
///
/// Apple refuses tokens that live longer than an hour; these live for half an hour and are made anew after twenty
/// minutes, so that one is never on its last leg, even when the clock is a few minutes off.
final class BearerTokenCache: Sendable {
    /// How long a token is used, in seconds.
    static let useSeconds: Int64 = 20 * 60
    /// How long a token is good, in seconds.
    static let lifeSeconds: Int64 = 30 * 60

    private struct Token {
        let text: String
        let madeAtSeconds: Int64
    }

    private let key: AppStoreKey
    private let bundleID: String
    private let current = Mutex<Token?>(nil)

    /// A cache without a token yet.
    init(key: AppStoreKey, bundleID: String) {
        self.key = key
        self.bundleID = bundleID
    }

    /// The token to use at an instant of the wall clock, in milliseconds since 1970.
    func token(atMilliseconds now: Int64) throws(AppStoreError) -> String {
        let seconds = now / 1000
        let kept = self.current.withLock { $0 }
        // A token from the future comes from a clock that has been set back since.
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

    /// Forgets a token that Apple did not accept; another one that was made meanwhile stays.
    func forget(_ token: String) {
        self.current.withLock { current in
            if current?.text == token { current = nil }
        }
    }
}

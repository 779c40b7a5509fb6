import AppStore

/// Tells what belongs to the real App Store and must never come near a simulated one.
///
/// A simulator that is handed a production key has been started in the wrong place: it refuses to start at all.
public enum ProductionKey {
    /// What gave it away.
    public enum Match: Hashable, Sendable {
        /// A file named as App Store Connect names its keys.
        case fileName(String)
        /// A private key in PEM that no simulated world made.
        case privateKey
        /// A root certificate of Apple's.
        case appleRoot
    }

    private static let armor = [
        "-----BEGIN PRIVATE KEY-----", "-----BEGIN EC PRIVATE KEY-----", "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    ]
    private static let prefixes = ["AuthKey_", "SubscriptionKey_", "ApiKey_"]

    /// Why something looks like the real App Store's; `nil` when it does not.
    ///
    /// `own` are the keys that simulated worlds made, which are nobody's secret.
    public static func detect(in bytes: [UInt8], name: String? = nil, own: [APIKey] = []) -> Match? {
        let text = String(decoding: bytes, as: UTF8.self)
        if own.contains(where: { text.contains($0.privateKeyPEM) }) { return nil }
        if Self.armor.contains(where: { text.contains($0) }) { return .privateKey }
        if [AppleRoots.g3, AppleRoots.apple].contains(bytes) {
            return .appleRoot
        }
        if let name, name.hasSuffix(".p8"), Self.prefixes.contains(where: { name.hasPrefix($0) }) {
            return .fileName(name)
        }
        return nil
    }
}

import AppStore

/// A detector of keys and certificates of the real App Store, which must not be used with a simulated one.
///
/// The simulator refuses to start when it finds a production key.
public enum ProductionKey {
    /// The reason for the detection.
    public enum Match: Hashable, Sendable {
        /// A file with a name in App Store Connect's format for keys.
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

    /// Returns why data looks like the real App Store's; `nil` when it does not.
    ///
    /// `own` are the keys of simulated worlds, which are not secret.
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

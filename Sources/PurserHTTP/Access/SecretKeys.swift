import Crypto
package import PurserService

/// The secret keys of the apps, as hashes.
package struct SecretKeys: Sendable {
    private let entries: [(digest: SHA256Digest, app: ServedApp)]

    /// The keys of these apps.
    package init(_ keys: [(key: String, app: ServedApp)]) {
        self.entries = keys.map { (SHA256.hash(data: Array($0.key.utf8)), $0.app) }
    }

    /// The app that a key belongs to.
    ///
    /// Hashes are compared, and each of them, so the time taken tells nothing about a key.
    func app(of key: some Sequence<UInt8>) -> ServedApp? {
        let digest = SHA256.hash(data: Array(key))
        var found: ServedApp?
        for entry in self.entries where entry.digest == digest { found = entry.app }
        return found
    }
}

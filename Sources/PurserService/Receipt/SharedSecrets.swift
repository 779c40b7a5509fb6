import Crypto

/// The secrets that an app shares with Apple for the old interfaces: one, or two while one takes the other's place.
package struct SharedSecrets: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digests: [[UInt8]]
    /// The secret that is sent with questions.
    package let first: String?

    /// These secrets, the one that is sent first.
    package init(_ secrets: [String] = []) {
        self.digests = secrets.map { Self.digest($0) }
        self.first = secrets.first
    }

    /// Whether there is none.
    package var isEmpty: Bool { self.digests.isEmpty }

    /// Whether a text is one of them, found out in a time that says nothing of either.
    package func contains(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return self.digests.reduce(false) { found, known in
            zip(known, digest).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0 || found
        }
    }

    /// Their number alone.
    package var description: String { "\(self.digests.count) shared secrets" }

    /// Nothing of them is shown.
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

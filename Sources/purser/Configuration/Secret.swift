/// A text that is never shown: its description in prints, dumps and logs is `(secret)`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text, for the place that needs it.
    package let revealed: String

    /// Creates a secret from a text.
    package init(_ revealed: String) {
        self.revealed = revealed
    }

    /// `(secret)`.
    package var description: String { "(secret)" }

    /// `(secret)`.
    package var debugDescription: String { "(secret)" }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The format of the keys with which a shop's backend calls.
///
/// A key from Purser is `purser_sk_` and 43 base64url characters, 256 random bits, so that scanners for leaked secrets
/// can recognize it. Keys from elsewhere only have to be long enough and valid in a header (RFC 6750, section 2.1).
package enum SecretKey {
    /// The prefix of every key from Purser.
    package static let prefix = "purser_sk_"
    /// The minimum length of a key.
    package static let minimumLength = 32
    /// The maximum length of a key, because headers are limited.
    package static let maximumLength = 256
    /// The number of random bytes in a key.
    package static let randomByteCount = 32

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns a key with these random bytes.
    package static func make(randomBytes: [UInt8]) -> String {
        precondition(randomBytes.count == Self.randomByteCount, "A key has \(Self.randomByteCount) random bytes.")
        var text: [UInt8] = []
        var buffer = 0
        var bits = 0
        for byte in randomBytes {
            buffer = (buffer << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(Self.alphabet[buffer >> bits & 0x3F])
            }
        }
        text.append(Self.alphabet[buffer << (6 - bits) & 0x3F])
        return Self.prefix + String(decoding: text, as: UTF8.self)
    }

    /// Returns a description of what is wrong with a key, without the key; `nil` if nothing is.
    package static func problem(of key: String) -> String? {
        let bytes = Array(key.utf8)
        if bytes.isEmpty {
            return "empty"
        }
        if bytes.count < Self.minimumLength {
            return "shorter than \(Self.minimumLength) characters"
        }
        if bytes.count > Self.maximumLength {
            return "longer than \(Self.maximumLength) characters"
        }
        guard bytes.allSatisfy({ Self.alphabet.contains($0) || "./~+=".utf8.contains($0) }) else {
            return "has characters that a header cannot carry"
        }
        if key.hasPrefix(Self.prefix) {
            let rest = bytes.dropFirst(Self.prefix.utf8.count)
            guard rest.count == 43, rest.allSatisfy(Self.alphabet.contains) else {
                return "begins with \(Self.prefix) but does not go on with 43 base64url characters"
            }
        }
        return nil
    }
}

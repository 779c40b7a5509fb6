import AppStore
import Crypto
package import Ledger

/// The text format of keys and tokens: a prefix such as `purser_sk_`, 43 characters that encode 256 random bits, and a
/// checksum of 6 characters.
///
/// The prefix lets secret scanners find a key that leaked into a repository or a log. The checksum lets the scanners,
/// and the server, distinguish a key from similar text without a database query.
package enum AccessKeyFormat: String, Hashable, Sendable, CaseIterable {
    /// A key of a shop's backend.
    case secret = "purser_sk_"
    /// A key that ships inside an app.
    case publishable = "purser_pk_"
    /// A key of a person or tool of the shop.
    case `operator` = "purser_op_"
    /// A token of a customer whom the shop has not identified.
    case customer = "purser_ct_"

    /// The number of random bytes in a key.
    package static let randomByteCount = 32
    /// The number of characters that encode the random bytes.
    private static let randomLength = 43
    /// The number of characters of the checksum.
    private static let checksumLength = 6

    /// Returns the format of keys with this grant.
    package init(_ grant: AccessKey.Grant) {
        switch grant {
        case .secret: self = .secret
        case .publishable: self = .publishable
        case .operator: self = .operator
        }
    }

    /// Returns a key made of these random bytes.
    package func make(randomBytes: [UInt8]) -> String {
        precondition(randomBytes.count == Self.randomByteCount, "A key is made of \(Self.randomByteCount) bytes.")
        let beginning = Array(self.rawValue.utf8) + Base64URL.encode(randomBytes)
        return String(decoding: beginning + Self.checksum(of: beginning), as: UTF8.self)
    }

    /// Returns the format of a text, or `nil` if the text has none of the formats or its checksum is wrong.
    package init?(of text: [UInt8]) {
        guard let format = Self.allCases.first(where: { text.starts(with: $0.rawValue.utf8) }),
            text.count == format.rawValue.utf8.count + Self.randomLength + Self.checksumLength
        else { return nil }
        let beginning = text.dropLast(Self.checksumLength)
        guard Self.checksum(of: beginning).elementsEqual(text.suffix(Self.checksumLength)) else { return nil }
        self = format
    }

    /// Returns the first 36 bits of the SHA-256 as text.
    private static func checksum(of beginning: some Collection<UInt8>) -> [UInt8] {
        Array(Base64URL.encode(Array(SHA256.hash(data: Array(beginning)).prefix(5))).prefix(Self.checksumLength))
    }
}

extension ContentDigest {
    /// Computes the SHA-256 of bytes.
    package init(of bytes: [UInt8]) {
        guard let digest = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("A SHA-256 has \(Self.byteCount) bytes.")
        }
        self = digest
    }

    /// Computes the SHA-256 of several parts, each preceded by its length, so that different lists have different
    /// digests.
    package init(of parts: [[UInt8]]) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: part.count >> (56 - 8 * $0)) })
            hash.update(data: part)
        }
        guard let digest = Self(Array(hash.finalize())) else {
            preconditionFailure("A SHA-256 has \(Self.byteCount) bytes.")
        }
        self = digest
    }
}

import AppStore
import Crypto
package import Ledger

/// What keys and tokens look like: `purser_sk_`, 43 characters that are 256 random bits, and 6 that are a checksum.
///
/// The beginning lets scanners find a key that leaked into a repository or a log, and the checksum lets them, and the
/// server, tell it from what only looks like one without asking a database.
package enum AccessKeyFormat: String, Hashable, Sendable, CaseIterable {
    /// A shop's backend.
    case secret = "purser_sk_"
    /// An app in the field.
    case publishable = "purser_pk_"
    /// A person or tool of the shop.
    case `operator` = "purser_op_"
    /// A customer whom no shop has named.
    case customer = "purser_ct_"

    /// How many random bytes one is made of.
    package static let randomByteCount = 32
    /// How many characters these take.
    private static let randomLength = 43
    /// How many characters the checksum has.
    private static let checksumLength = 6

    /// The form of a key that is for this.
    package init(_ grant: AccessKey.Grant) {
        switch grant {
        case .secret: self = .secret
        case .publishable: self = .publishable
        case .operator: self = .operator
        }
    }

    /// One made of random bytes.
    package func make(randomBytes: [UInt8]) -> String {
        precondition(randomBytes.count == Self.randomByteCount, "A key is made of \(Self.randomByteCount) bytes.")
        let beginning = Array(self.rawValue.utf8) + Base64URL.encode(randomBytes)
        return String(decoding: beginning + Self.checksum(of: beginning), as: UTF8.self)
    }

    /// The form of a text, or `nil` when it has none of them or its checksum is wrong.
    package init?(of text: [UInt8]) {
        guard let format = Self.allCases.first(where: { text.starts(with: $0.rawValue.utf8) }),
            text.count == format.rawValue.utf8.count + Self.randomLength + Self.checksumLength
        else { return nil }
        let beginning = text.dropLast(Self.checksumLength)
        guard Self.checksum(of: beginning).elementsEqual(text.suffix(Self.checksumLength)) else { return nil }
        self = format
    }

    /// The first 36 bits of the SHA-256.
    private static func checksum(of beginning: some Collection<UInt8>) -> [UInt8] {
        Array(Base64URL.encode(Array(SHA256.hash(data: Array(beginning)).prefix(5))).prefix(Self.checksumLength))
    }
}

extension ContentDigest {
    /// The SHA-256 of bytes.
    package init(of bytes: [UInt8]) {
        guard let digest = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("A SHA-256 has \(Self.byteCount) bytes.")
        }
        self = digest
    }

    /// The SHA-256 of several parts, each with its length before it, so that no two lists have the same.
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

import Crypto
import Foundation
package import Ledger
import Notation

/// A value for a parameter of a statement.
package enum SQLValue: Hashable, Sendable {
    /// Null.
    case null
    /// An integer.
    case integer(Int64)
    /// Text, byte for byte.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// The 16 bytes of an account token.
    case token(AccountToken)

    /// Returns an identifier: an integer when it is spelled as one, otherwise text.
    static func identifier(_ text: String) -> Self {
        Self.canonicalInteger(text).map(Self.integer) ?? .text(text)
    }

    /// Returns a UUID: its 16 bytes when it is spelled in the usual lower case, otherwise text.
    static func uuid(_ text: String) -> Self {
        guard let uuid = AccountToken(text), uuid.description.utf8.elementsEqual(text.utf8) else { return .text(text) }
        return .token(uuid)
    }

    /// Returns an identifier, or null.
    static func optionalIdentifier(_ text: String?) -> Self {
        text.map(Self.identifier) ?? .null
    }

    /// Returns a text; `nil` is NULL.
    static func optionalText(_ text: String?) -> Self {
        text.map(Self.text) ?? .null
    }

    /// Bytes, or null.
    static func optionalBytes(_ bytes: [UInt8]?) -> Self {
        bytes.map(Self.bytes) ?? .null
    }

    /// Returns an integer, or null.
    static func optional(_ integer: Int64?) -> Self {
        integer.map(Self.integer) ?? .null
    }

    /// Tokens, 16 bytes each.
    static func tokens(_ tokens: [AccountToken]) -> Self {
        .bytes(tokens.flatMap(\.bytes))
    }

    /// Instants, eight bytes each; null for none.
    static func instants(_ instants: [Instant]) -> Self {
        guard !instants.isEmpty else { return .null }
        return .bytes(instants.flatMap { UInt64(bitPattern: $0.milliseconds).bigEndianBytes })
    }

    /// Returns the digest of a token, the key of the table of tokens.
    static func digest(of token: AccountToken) -> Self {
        .integer(Int64(ShortDigest.of(token)))
    }

    /// Returns the digest of a customer's name, the key of the table of names.
    static func digest(of customer: CustomerID) -> Self {
        .integer(Int64(ShortDigest.of(customer)))
    }

    /// Returns a payload's digest as eight bytes.
    static func payloadDigest(_ digest: PayloadDigest) -> Self {
        .bytes(digest.rawValue.bigEndianBytes)
    }

    /// Returns an instant as milliseconds.
    static func instant(_ instant: Instant) -> Self {
        .integer(instant.milliseconds)
    }

    /// Returns an instant as milliseconds, or null.
    static func instant(_ instant: Instant?) -> Self {
        .optional(instant?.milliseconds)
    }

    /// Returns a Boolean as 0 or 1.
    static func flag(_ flag: Bool) -> Self {
        .integer(flag ? 1 : 0)
    }

    /// Returns the integer that a text spells exactly as Swift prints it, unless it is negative.
    ///
    /// Apple's ids are decimal numbers in text. As integers they take a third of the space and compare several times
    /// faster; any other spelling, including leading zeros, stays text, and the two never compare equal.
    private static func canonicalInteger(_ text: String) -> Int64? {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= 19, first != UInt8(ascii: "0") || bytes.count == 1 else {
            return nil
        }
        var value: Int64 = 0
        for byte in bytes {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !productOverflows, !sumOverflows else { return nil }
            value = sum
        }
        return value
    }
}

extension AccountToken {
    /// The 16 bytes of the UUID.
    package var bytes: [UInt8] { self.high.bigEndianBytes + self.low.bigEndianBytes }
}

extension UInt64 {
    /// The eight bytes, the highest first.
    var bigEndianBytes: [UInt8] { stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) } }

    /// The number of eight bytes, the highest first.
    package init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}

/// The first four bytes of a SHA-256, which order tables whose keys are long and arrive in random order.
///
/// The long key is stored in its own row only; a second, randomly ordered index of it would take three times the space.
/// Two keys with the same digest cost one more row to read, and a hash that clients cannot steer keeps that rare.
package enum ShortDigest {
    /// Returns the digest of a token.
    package static func of(_ token: AccountToken) -> Int32 {
        self.of(token.bytes)
    }

    /// Returns the digest of a customer's name.
    package static func of(_ customer: CustomerID) -> Int32 {
        self.of(Array(customer.rawValue.utf8))
    }

    private static func of(_ bytes: [UInt8]) -> Int32 {
        Int32(bitPattern: SHA256.hash(data: bytes).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
}

/// The JSON of the columns for rare values.
enum RareJSON {
    /// Returns the JSON of a value, with sorted keys.
    static func text(_ value: some Encodable) throws -> SQLValue {
        .text(String(decoding: try JSONText.encoded(value), as: UTF8.self))
    }

    /// Returns the value of a JSON text.
    static func value<Value: Decodable>(_ text: String, as type: Value.Type) throws(RepositoryError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .corrupt
        }
    }
}

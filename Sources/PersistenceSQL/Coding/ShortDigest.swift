import Crypto
package import Ledger

/// Four bytes of a SHA-256, by which tables are ordered whose keys are long and come in random order.
///
/// What has the digest lies in its own row alone; in an index of its own, and one in random order, it would take three
/// times the space. Two keys of one digest cost a second look and nothing else, and a hash that nobody can steer keeps
/// that rare.
package enum ShortDigest {
    /// The digest of a token.
    package static func of(_ token: AccountToken) -> Int32 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for half in [token.high, token.low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
        return self.of(bytes)
    }

    /// The digest of a customer's name.
    package static func of(_ customer: CustomerID) -> Int32 {
        self.of(Array(customer.rawValue.utf8))
    }

    private static func of(_ bytes: [UInt8]) -> Int32 {
        Int32(bitPattern: SHA256.hash(data: bytes).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
}

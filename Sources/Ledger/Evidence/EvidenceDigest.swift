import Notation

/// The SHA-256 of one signed object's exact bytes, which names the evidence and breaks ties between equal dates.
///
/// The ledger imports no cryptography; whoever verifies the object computes it.
package struct EvidenceDigest: Hashable, Comparable, Sendable {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A digest of these bytes, or `nil` when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A digest written as 64 lowercase hexadecimal digits, or `nil`.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount, let bytes = Hexadecimal.bytes(text.utf8) else { return nil }
        self.init(bytes)
    }

    /// The digest as 64 lowercase hexadecimal digits.
    package var hexadecimal: String { Hexadecimal.text(self.bytes) }

    /// Ordered by bytes.
    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The first eight bytes of the SHA-256 of a signed payload: the fixed order among snapshots of one date.
///
/// It only has to be the same wherever and in whatever order the payload arrives. It is no proof of anything: what
/// names evidence is its `EvidenceDigest`. Every snapshot of tens of millions keeps one, so it is short.
package struct PayloadDigest: Hashable, Comparable, Sendable {
    /// The eight bytes, the first one the most significant.
    package let rawValue: UInt64

    /// A digest of these eight bytes.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The beginning of a whole SHA-256.
    package init(_ digest: EvidenceDigest) {
        self.rawValue = digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Ordered by bytes.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

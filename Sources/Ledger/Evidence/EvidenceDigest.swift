import Notation

/// The SHA-256 of one signed object's exact bytes, which identifies the evidence and orders evidence with equal dates.
///
/// The ledger imports no cryptography; the caller that verifies the object computes it.
package struct EvidenceDigest: Hashable, Comparable, Sendable {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Creates a digest from these bytes; `nil` unless there are exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a digest from 64 hexadecimal digits in lower case; `nil` for any other text.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 2 * Self.byteCount, let bytes = Hexadecimal.bytes(text.utf8) else { return nil }
        self.init(bytes)
    }

    /// The digest as 64 lowercase hexadecimal digits.
    package var hexadecimal: String { Hexadecimal.text(self.bytes) }

    /// Compares the digests by their bytes.
    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The first eight bytes of the SHA-256 of a signed payload: the fixed order of snapshots with equal dates.
///
/// It only has to be independent of where and in what order the payload arrives. It proves nothing; evidence is
/// identified by its `EvidenceDigest`. It is short because tens of millions of snapshots store one each.
package struct PayloadDigest: Hashable, Comparable, Sendable {
    /// The eight bytes, the first one most significant.
    package let rawValue: UInt64

    /// Creates a digest from these eight bytes.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates a digest from the beginning of a SHA-256.
    package init(_ digest: EvidenceDigest) {
        self.rawValue = digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Compares the digests by their bytes.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

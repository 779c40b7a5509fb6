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

    /// Ordered by bytes.
    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

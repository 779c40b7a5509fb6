/// The first eight bytes of the SHA-256 of a signed payload: the fixed order among snapshots of one date.
///
/// It only has to be the same wherever and in whatever order the payload arrives. It is no proof of anything: what names
/// evidence is its `EvidenceDigest`. Every snapshot of tens of millions keeps one, so it is short.
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

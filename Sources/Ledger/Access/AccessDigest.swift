/// A SHA-256 by which something secret, or something long, is known again.
///
/// The ledger imports no cryptography; whoever asks computes it.
package struct AccessDigest: Hashable, Sendable {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A digest of these bytes, or `nil` when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

import Notation

/// A SHA-256 that holds the audit log together.
///
/// The ledger imports no cryptography; whoever writes an entry computes it.
package struct AuditHash: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes in a hash.
    package static let byteCount = 32
    /// What stands before the first entry.
    package static let beginning = Self(zeros: ())

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A hash of these bytes, or `nil` when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    private init(zeros _: Void) {
        self.bytes = Array(repeating: 0, count: Self.byteCount)
    }

    /// Hexadecimal digits.
    package var description: String { Hexadecimal.text(self.bytes) }
}

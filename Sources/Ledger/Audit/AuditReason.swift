/// Why an operator did something, in his own words.
///
/// Free text may speak of a person and must be erasable. The log's hashes therefore cover only the hash of the text
/// behind a salt: without both, nobody can find out what it said, and the log still holds.
package struct AuditReason: Hashable, Sendable {
    /// The number of bytes in a salt.
    package static let saltByteCount = 16

    /// The words, unless they were erased.
    package let text: String?
    /// The salt, unless it was erased.
    package let salt: [UInt8]?
    /// SHA-256 of salt and text.
    package let hash: AuditHash

    /// A reason of these parts.
    package init(text: String?, salt: [UInt8]?, hash: AuditHash) {
        self.text = text
        self.salt = salt
        self.hash = hash
    }

    /// The bytes that `hash` is taken of, unless they were erased.
    package var hashedBytes: [UInt8]? {
        guard let text, let salt else { return nil }
        return salt + Array(text.utf8)
    }
}

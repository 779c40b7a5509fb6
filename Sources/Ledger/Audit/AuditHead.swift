/// Where the audit log ends.
package struct AuditHead: Hashable, Sendable {
    /// How many entries were ever written, as counted apart from them.
    package let count: Int64
    /// The hash of the last entry that is there, or `AuditHash.beginning`.
    package let hash: AuditHash

    /// A head of these parts.
    package init(count: Int64, hash: AuditHash) {
        self.count = count
        self.hash = hash
    }

    /// The head of a log without entries.
    package static let beginning = Self(count: 0, hash: .beginning)
}

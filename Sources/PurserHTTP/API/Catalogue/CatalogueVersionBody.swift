package import Ledger

/// A version of a catalogue as our JSON.
package struct CatalogueVersionBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// The SHA-256 of its text in hexadecimal digits.
    package let digest: String
    /// When it was applied.
    package let appliedAt: String
    /// Who applied it.
    package let appliedBy: String
    /// `configuration` when the server found it in the configured file, `command` when somebody applied it.
    package let origin: String
    /// Why, where a reason was given.
    package let note: String?

    /// The body of a version.
    package init(_ version: CatalogueVersion) {
        self.number = version.number
        self.digest = version.digest.rawValue
        self.appliedAt = version.appliedAt.rfc3339
        self.appliedBy = version.appliedBy
        switch version.origin {
        case .configuration: self.origin = "configuration"
        case .command: self.origin = "command"
        }
        self.note = version.note
    }
}

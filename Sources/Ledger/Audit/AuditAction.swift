/// What an operator did, as a stable name.
///
/// It is open, because a log outlives the version that wrote it.
package struct AuditAction: RawRepresentable, Hashable, Sendable {
    /// The name: a noun, a dot, and what was done to it.
    package let rawValue: String

    /// An action of this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A copy of the database was made.
    package static let databaseBackup = Self(rawValue: "database.backup")
    /// The database was replaced by a copy.
    package static let databaseRestore = Self(rawValue: "database.restore")
    /// The schema was brought up to date by a command.
    package static let databaseMigrate = Self(rawValue: "database.migrate")
    /// An import was handed in.
    package static let importStart = Self(rawValue: "import.start")
    /// What an import could not bring was tried again.
    package static let importRetry = Self(rawValue: "import.retry")
    /// An import was broken off.
    package static let importCancel = Self(rawValue: "import.cancel")
}

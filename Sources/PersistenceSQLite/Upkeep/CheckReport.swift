package import Ledger

/// What looking through a database found.
package struct CheckReport: Hashable, Sendable {
    /// Something that is wrong.
    package struct Flaw: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What it is, in a sentence or in SQLite's words.
        package let detail: String
    }

    /// The number of the newest migration that was made in it.
    package let schema: String
    /// The size of the file in bytes.
    package let bytes: Int64
    /// The rows of every table, by name.
    package let counts: [TableCount]
    /// Where its audit log ends; `nil` when the schema has none yet.
    package let auditHead: AuditHead?
    /// Everything that is wrong, at most `SQLiteUpkeep.maximumFlaws` of each kind; empty when it is sound.
    package let flaws: [Flaw]
}

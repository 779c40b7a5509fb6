/// What the connections were set to, as SQLite says itself.
package struct SQLiteSettings: Hashable, Sendable {
    /// The journal mode.
    package let journalMode: String
    /// The writer's `synchronous`: 2 is FULL.
    package let synchronous: Int64
    /// Whether the writer enforces foreign keys.
    package let enforcesForeignKeys: Bool
    /// After how many pages the writer checkpoints.
    package let writerCheckpointPages: Int64
    /// After how many pages each reader would checkpoint; 0 is never.
    package let readerCheckpointPages: [Int64]
    /// The size of a page in bytes.
    package let pageBytes: Int64
    /// How many pages the file has.
    package let pageCount: Int64
}

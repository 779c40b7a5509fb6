/// What bringing a database up to date would do.
package struct MigrationPlan: Hashable, Sendable {
    /// One change that would be made.
    package struct Step: Hashable, Sendable {
        /// Its number.
        package let number: String
        /// What it does.
        package let summary: String
        /// The tables that it reads or writes from end to end, with their rows.
        package let tables: [TableCount]
        /// About how many bytes those tables have; `nil` when SQLite was built without the means to tell.
        package let tableBytes: Int64?
    }

    /// The plan for a database that is not there yet: all changes, which then cost nothing.
    package static var fresh: Self {
        Self(
            schema: nil,
            steps: Migrations.steps.map { Step(number: $0.number, summary: $0.summary, tables: [], tableBytes: 0) },
            bytes: 0,
            neededBytes: 0,
            freeBytes: 0
        )
    }

    /// The number of the newest change that was made; `nil` for a database that is not there yet.
    package let schema: String?
    /// What would be made, in order; empty when there is nothing to do.
    package let steps: [Step]
    /// The size of the file in bytes.
    package let bytes: Int64
    /// At most how much further room is needed while it runs, in bytes.
    package let neededBytes: Int64
    /// How much room the disk has, in bytes.
    package let freeBytes: Int64
}

/// What can be done with a database as a whole, whatever keeps it.
package struct DatabaseUpkeep: Sendable {
    /// Told how far a piece of work has come.
    package typealias Progress = @Sendable (OperationProgress) -> Void
    /// Told what is not as it should be.
    package typealias Finding = @Sendable (OperationFinding) -> Void

    /// Copies the database to a path; a file that is there is replaced only when the flag says so.
    package let backup: @Sendable (String, Bool, @escaping Progress) async throws(OperationFailure) -> OperationResult
    /// Looks through the database.
    package let check:
        @Sendable (@escaping Progress, @escaping Finding) async throws(OperationFailure) -> OperationResult

    /// Upkeep by these means.
    package init(
        backup:
            @escaping @Sendable (
                String, Bool, @escaping Progress
            ) async throws(OperationFailure) -> OperationResult,
        check:
            @escaping @Sendable (
                @escaping Progress, @escaping Finding
            ) async throws(OperationFailure) -> OperationResult
    ) {
        self.backup = backup
        self.check = check
    }
}

/// Work that waits for a connection, and whoever waits for the work.
struct PostgreSQLJob: Sendable {
    /// What became of the work, before what it left behind is settled.
    struct Outcome {
        /// The failure of the work or of the connection, if any.
        var failure: (any Error)?
        /// Resumes whoever waits: with the failure that is given, or else with what the work gave.
        var finish: (PostgreSQLFailure?) -> Void
    }

    /// Does the work on a connection.
    let perform: @Sendable (PostgreSQLConnection) -> Outcome
    /// Resumes whoever waits with a failure, when the work was not begun.
    let fail: @Sendable (PostgreSQLFailure) -> Void
}

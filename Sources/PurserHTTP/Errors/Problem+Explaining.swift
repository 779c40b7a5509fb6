extension Problem {
    /// Does work of a service, and refuses with what it says is wrong.
    ///
    /// - Parameters:
    ///   - explain: Makes a problem of what the service says.
    ///   - work: The work.
    /// - Returns: What the work returns.
    /// - Throws: The problem.
    static func explaining<Answer, Failure: Error>(
        by explain: (Failure) -> Problem,
        _ work: () async throws(Failure) -> Answer
    ) async throws -> Answer {
        do throws(Failure) {
            return try await work()
        } catch {
            throw explain(error)
        }
    }
}

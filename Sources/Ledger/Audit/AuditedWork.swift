/// An action whose audit entry is written in the transaction that carries it out, together with its outcome.
///
/// Either both are on disk, or neither is: every action has an entry, and no entry reports an action that did not
/// happen. A repository reads the work when it is called, so that no method has to pass it on.
package struct AuditedWork: Sendable {
    /// The audited work of the current task.
    @TaskLocal private static var current: Self?

    /// An entry that a transaction writes in addition.
    package struct Entry: Sendable {
        /// The entry.
        package let draft: AuditDraft
        /// The quota for actions of its kind; `nil` when every one is entered.
        package let quota: BudgetName?
    }

    private let draft: AuditDraft
    private let quota: BudgetName?
    private let outcome: @Sendable (any Sendable) throws -> AuditOutcome?

    /// Carries out an action and enters it in the audit log.
    ///
    /// - Parameters:
    ///   - draft: The entry, still without an outcome.
    ///   - quota: The quota for actions of its kind; `nil` when every one is entered.
    ///   - outcome: Returns the outcome that the result means, or `nil` when no entry is to be written. It is called
    ///     within the transaction, possibly more than once.
    ///   - write: Calls one writing method of the repository.
    /// - Returns: The result, once it is on disk together with the entry.
    /// - Throws: The reason why neither was written.
    package static func entering<Outcome: Sendable>(
        _ draft: AuditDraft,
        within quota: BudgetName? = nil,
        as outcome: @escaping @Sendable (Outcome) -> AuditOutcome?,
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let work = Self(draft: draft, quota: quota) { written in
            // A repository passes on exactly what the method returns; any other type would leave the action without an
            // entry.
            guard let written = written as? Written<Outcome> else { throw RepositoryError.corrupt }
            return outcome(written.outcome)
        }
        let written: Result<Outcome, RepositoryError> = await Self.$current.withValue(work) {
            do throws(RepositoryError) {
                return .success(try await write())
            } catch {
                return .failure(error)
            }
        }
        return try written.get()
    }

    /// Returns a closure that makes the entry a transaction writes in addition; `nil` when the current task carries out
    /// no audited action.
    ///
    /// A repository calls this method when it is called itself, and calls the closure within the transaction, after the
    /// work.
    package static func entry<Outcome: Sendable>() -> (@Sendable (Outcome) throws -> Entry?)? {
        guard let current = Self.current else { return nil }
        return { outcome in
            try current.outcome(Written(outcome: outcome)).map { outcome in
                Entry(draft: current.draft.with(outcome), quota: current.quota)
            }
        }
    }

    /// A result in a box, which distinguishes an optional result that is `nil` from no result.
    private struct Written<Outcome: Sendable>: Sendable {
        let outcome: Outcome
    }
}

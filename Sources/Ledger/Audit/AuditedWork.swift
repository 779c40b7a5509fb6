/// An action that is entered in the audit log by the transaction that carries it out, together with its outcome.
///
/// Either both are on disk, or neither is: no action is without an entry, and no entry says of an action what did not
/// happen. A repository asks for it when it is called, so that no method has to pass it on.
package struct AuditedWork: Sendable {
    /// What the current task enters.
    @TaskLocal private static var current: Self?

    /// What is entered besides, by a transaction.
    package struct Entry: Sendable {
        /// The entry.
        package let draft: AuditDraft
        /// Within which it is entered; `nil` where every action of its kind is.
        package let quota: BudgetName?
    }

    private let draft: AuditDraft
    private let quota: BudgetName?
    private let outcome: @Sendable (any Sendable) throws -> AuditOutcome?

    /// Carries out an action and enters it.
    ///
    /// - Parameters:
    ///   - draft: The entry, still without an outcome.
    ///   - quota: Within which it is entered, if actions of its kind have one.
    ///   - outcome: What the result means, called within the transaction and perhaps more than once; `nil` where
    ///     nothing is to be entered.
    ///   - write: Calls one method of the repository that writes.
    /// - Returns: The result, once it is on disk, and with it the entry.
    /// - Throws: Why neither was written.
    package static func entering<Outcome: Sendable>(
        _ draft: AuditDraft,
        within quota: BudgetName? = nil,
        as outcome: @escaping @Sendable (Outcome) -> AuditOutcome?,
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let work = Self(draft: draft, quota: quota) { written in
            // What a repository writes for a method is what the method returns; otherwise the action would have no
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

    /// What a transaction that is about to be written enters besides; `nil` where it is no action.
    ///
    /// A repository asks for it when it is called, and calls it within the transaction, after the work.
    package static func entry<Outcome: Sendable>() -> (@Sendable (Outcome) throws -> Entry?)? {
        guard let current = Self.current else { return nil }
        return { outcome in
            try current.outcome(Written(outcome: outcome)).map { outcome in
                Entry(draft: current.draft.with(outcome), quota: current.quota)
            }
        }
    }

    /// A result in a box, so that one which is optional itself is told from none.
    private struct Written<Outcome: Sendable>: Sendable {
        let outcome: Outcome
    }
}

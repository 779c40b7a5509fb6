import Ledger
import PurserTesting

/// A repository that fails when it is to store that Apple has received an answer.
struct DyingRepository: ForwardingRepository {
    let base: any Repository

    /// Wraps another repository.
    init(_ base: any Repository) { self.base = base }

    /// Fails for the step of a received answer.
    func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        guard step.answer?.receivedAt == nil else { throw .unavailable }
        return try await self.base.write { unit in try unit.conclude(lease, step, at: now) }
    }
}

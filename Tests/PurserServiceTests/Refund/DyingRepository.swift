import Ledger
import PurserTesting

/// A repository that is gone as soon as somebody wants to write down that Apple has received an answer.
struct DyingRepository: ForwardingRepository {
    let base: any Repository

    /// A repository around another.
    init(_ base: any Repository) { self.base = base }

    /// Fails where it is about an answer that was received.
    func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        guard step.answer?.receivedAt == nil else { throw .unavailable }
        return try await self.base.conclude(lease, step, at: now)
    }
}

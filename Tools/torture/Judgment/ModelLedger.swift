import Ledger
import PurserTesting
import Synchronization

/// The model's state for the stored evidence: the facts of each app and environment, folded by the simplest ledger.
///
/// They are folded together, because the owner of a purchase may depend on other chains of the same Apple Account.
struct ModelLedger {
    /// The scope in which Apple's ids are unique.
    struct Scope: Hashable {
        /// The app.
        let app: AppName
        /// The environment.
        let environment: StoreEnvironment
    }

    private var facts: [Scope: [LedgerFact]] = [:]

    /// Adds the facts of a unit.
    mutating func take(_ intake: Intake) {
        var facts = intake.transactions.map(LedgerFact.transaction)
        facts += intake.renewals.map(LedgerFact.renewal)
        facts += intake.statuses.map(LedgerFact.status)
        facts += intake.refundRequests.map(LedgerFact.refundRequest)
        facts += intake.reportedRefunds.map(LedgerFact.reportedRefund)
        if let submission = intake.submission, !intake.transactions.isEmpty { facts.append(.submission(submission)) }
        self.facts[Scope(app: intake.app, environment: intake.environment), default: []] += facts
    }

    /// Every chain with its owners and its scope.
    var chains: [(scope: Scope, owned: OwnedChain)] {
        self.facts.flatMap { scope, facts in
            LedgerFold(facts).ownedChains(customers: [:]).map { (scope, $0) }
        }
    }
}

/// A repository that captures units, to learn what the real intake makes of evidence.
final class CapturingRepository: ObservedRepository {
    let base: any Repository = InMemoryRepository()
    private let captured = Mutex<[Intake]>([])

    /// Returns the units since the last call.
    func take() -> [Intake] {
        self.captured.withLock { captured in
            defer { captured = [] }
            return captured
        }
    }

    /// Captures an intake instead of recording it; runs other work.
    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let recorded = RecordingResult(isNew: true, claim: nil, wasSubmittedBefore: false) as? Outcome
        guard let intake, let recorded else { return try await self.base.write(as: name, recording: intake, work) }
        self.captured.withLock { $0.append(intake) }
        return recorded
    }
}

import Ledger
import PurserTesting
import Synchronization

/// A repository that breaks off at one of the writes that a request needs.
struct BreakingRepository: ForwardingRepository {
    /// How it breaks off.
    enum Break: String, CaseIterable {
        /// The write is refused, and what follows goes well.
        case refused
        /// The write is on disk, but its result is lost; later calls succeed.
        case unheard
        /// The process ends before the write.
        case endedBefore
        /// The process ends after the write.
        case endedAfter
    }

    /// Counts writes, and breaks off.
    final class Steps: Sendable {
        private struct State {
            var count = 0
            var plan: (step: Int, how: Break)?
            var hasEnded = false
        }

        private let state = Mutex(State())

        /// How many writes there were since the last beginning.
        var count: Int { self.state.withLock(\.count) }

        /// Counts from one again, and breaks off at a step, or nowhere.
        func begin(breakingAt plan: (step: Int, how: Break)? = nil) {
            self.state.withLock { $0 = State(plan: plan) }
        }

        fileprivate func write<Outcome>(
            _ work: () async throws(RepositoryError) -> Outcome
        ) async throws(RepositoryError) -> Outcome {
            let (how, hasEnded) = self.state.withLock { state in
                state.count += 1
                let how = state.plan?.step == state.count ? state.plan?.how : nil
                let hasEnded = state.hasEnded
                if how == .endedBefore || how == .endedAfter { state.hasEnded = true }
                return (how, hasEnded)
            }
            if hasEnded || how == .refused || how == .endedBefore { throw .unavailable }
            let outcome = try await work()
            if how != nil { throw .unavailable }
            return outcome
        }
    }

    let base: any Repository
    let steps = Steps()

    func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotencyStatus {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in
                try unit.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
            }
        }
    }

    func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) async throws(RepositoryError) {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.end(lease, answer) }
        }
    }

    func abandon(_ lease: IdempotentLease) async throws(RepositoryError) {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.abandon(lease) }
        }
    }

    func append(_ draft: AuditDraft, within quota: BudgetName?) async throws(RepositoryError) -> AuditEntry? {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.append(draft, within: quota) }
        }
    }

    func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.keep(grant, for: customer, app: app, catalog: catalog) }
        }
    }

    func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in
                try unit.create(order, app: app, catalog: catalog, after: newest, within: limits)
            }
        }
    }

    func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OrderRecord? {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.perform(action, on: id, app: app, at: now) }
        }
    }

    func add(_ key: AccessKey) async throws(RepositoryError) {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.add(key) }
        }
    }

    func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.changeWebhooks(of: app, change) }
        }
    }

    func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.create(order) }
        }
    }

    func carryOut(
        _ order: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal> {
        try await self.steps.write { () throws(RepositoryError) in
            try await self.base.write { unit in try unit.carryOut(order, on: wallet, terms: terms) }
        }
    }
}

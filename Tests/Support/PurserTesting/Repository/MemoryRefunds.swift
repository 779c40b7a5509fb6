import Ledger

/// The refunds of `InMemoryRepository`.
struct MemoryRefunds: Sendable {
    /// All cases in the order in which they became known.
    var all: [RefundJob] = []
    /// The number of leases so far.
    var leases: Int64 = 0
    /// The policies that were published, oldest first.
    var policies: [AppName: [RefundPolicy]] = [:]
    /// The outcomes of the cases of trials, by version.
    var tallies: [AppName: [Int64: [RefundExperiment.Arm: RefundTally]]] = [:]
    /// The refund overrides of customers.
    var overrides: [MemoryCustomers.Key: RefundOverride] = [:]
    /// The shops' consumption reports on purchases, and the owner of each purchase at that time.
    var consumption: [MemoryState.Scope: [TransactionID: (evidence: ConsumptionEvidence, owner: CustomerID?)]] = [:]
    /// The instant of the latest rescission of consent for an Apple Account.
    var rescissions: [MemoryState.Scope: [AppTransactionID: Instant]] = [:]
    /// The instant of the latest resolution of a rescission for an Apple Account.
    var resolutions: [MemoryState.Scope: [AppTransactionID: Instant]] = [:]

    /// The place of a case.
    func place(of id: RefundID, app: AppName) -> Int? {
        self.all.firstIndex { $0.record.id == id && $0.record.app == app }
    }

    /// Removes the evidence of a customer's answered refund requests, and the consumption reports on the purchases.
    mutating func forgetPerson(_ key: MemoryCustomers.Key) {
        for place in self.all.indices
        where self.all[place].record.app == key.app && self.all[place].record.customer == key.customer {
            self.all[place].forgetPerson()
        }
        for scope in self.consumption.keys where scope.app == key.app {
            self.consumption[scope] = self.consumption[scope]?.filter { $0.value.owner != key.customer }
        }
    }

    /// Ends the trial of a policy, and says whether one ran.
    mutating func endTrial(of version: Int64, _ end: RefundTrial.End, app: AppName) -> Bool {
        guard let place = self.policies[app]?.firstIndex(where: { $0.version == version }),
            self.policies[app]?[place].trial?.isRunning == true
        else { return false }
        self.policies[app]?[place].trial?.end = end
        return true
    }

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, of app: AppName) {
        for place in self.all.indices
        where self.all[place].record.app == app && self.all[place].record.customer == customer {
            self.all[place].record.customer = nameless
        }
        for (scope, evidence) in self.consumption where scope.app == app {
            for (transaction, kept) in evidence where kept.owner == customer {
                self.consumption[scope]?[transaction]?.owner = nameless
            }
        }
        let old = MemoryCustomers.Key(app: app, customer: customer)
        self.overrides[MemoryCustomers.Key(app: app, customer: nameless)] = self.overrides.removeValue(forKey: old)
    }
}

extension MemoryState {
    /// Makes cases that wait for an operator or for consent due at once.
    mutating func wakeRefunds(of customer: CustomerID, app: AppName, at now: Instant) {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        let wanted = people.resolved(customer)
        for place in self.refunds.all.indices where self.refunds.all[place].record.app == app {
            guard self.refunds.all[place].record.customer.map({ people.resolved($0) }) == wanted else { continue }
            self.refunds.all[place].wake(at: now)
        }
    }

    /// Updates the owners in the refund cases of a chain.
    mutating func moveRefunds(of owned: OwnedChain, in scope: Scope, at now: Instant) {
        guard !self.refunds.all.isEmpty else { return }
        let cases = self.refunds.all.indices.filter { place in
            let record = self.refunds.all[place].record
            return record.environment == scope.environment && record.app == scope.app
                && owned.claims[record.transactionID] != nil
        }
        for place in cases {
            let owner = owned.claims[self.refunds.all[place].record.transactionID]?.owner
            self.refunds.all[place].move(to: owner, at: now)
        }
    }

    /// Adds a unit's refund evidence and publishes events.
    ///
    /// Returns whether any evidence is new.
    mutating func hearRefunds(in intake: Intake, in scope: Scope) -> Bool {
        var isNew = false
        if let rescission = intake.rescission {
            let known = self.refunds.rescissions[scope]?[rescission.account]
            if known.map({ $0 < rescission.signedAt }) ?? true {
                self.refunds.rescissions[scope, default: [:]][rescission.account] = rescission.signedAt
                let users = self.bindings(in: scope).filter { $0.account == rescission.account }.map(\.customer)
                self.append(
                    rescission.draft(
                        about: Set(users),
                        of: scope.app,
                        environment: scope.environment,
                        at: intake.receivedAt
                    )
                )
                isNew = true
            }
        }
        for update in intake.refundUpdates {
            let owner = self.refundOwner(of: update.transactionID, in: scope)
            let id = RefundID(update.transactionID, in: scope.environment)
            let event: EventName
            let record: RefundRecord
            if let place = self.refunds.place(of: id, app: scope.app) {
                _ = self.refunds.all[place].record.learn(from: update)
                guard let heard = self.refunds.all[place].apply(update, at: intake.receivedAt) else { continue }
                self.refunds.all[place].record.customer = owner
                (event, record) = (heard, self.refunds.all[place].record)
            } else {
                let made = RefundRecord(update, app: scope.app, environment: scope.environment, customer: owner)
                guard let made else { continue }
                self.refunds.all.append(RefundJob(made, at: intake.receivedAt))
                (event, record) = (RefundRecord.event(from: nil, to: made.refundCase), made)
            }
            isNew = true
            if intake.publishesEvents, !record.refundCase.requests.isEmpty {
                self.publish(
                    [record.draft(event)],
                    of: record,
                    in: scope,
                    at: intake.receivedAt,
                    cause: intake.evidence.last?.digest
                )
            }
        }
        return isNew
    }

    /// Leases cases to one worker.
    mutating func leaseRefunds(of app: AppName, at now: Instant, until: Instant, limit: Int) -> RefundLeases {
        let due = self.refunds.all.indices
            .compactMap { place in self.refunds.all[place].dueAt.map { (place: place, dueAt: $0) } }
            .filter { self.refunds.all[$0.place].record.app == app && $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.place) < ($1.dueAt, $1.place) }
            .prefix(limit)
        guard !due.isEmpty else { return RefundLeases() }
        self.refunds.leases += 1
        let leases = due.map { item in
            let record = self.refunds.all[item.place].record
            let scope = Scope(app: app, environment: record.environment)
            self.refunds.all[item.place].record.customer = self.refundOwner(of: record.transactionID, in: scope)
            return self.refunds.all[item.place].lease(self.refunds.leases, until: until)
        }
        return RefundLeases(leases)
    }

    /// Stores the outcome of a worker's lease.
    mutating func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) -> RefundRecord? {
        guard let place = self.refunds.place(of: lease.record.id, app: lease.record.app),
            let consequence = self.refunds.all[place].conclude(lease, step, at: now)
        else { return nil }
        let record = self.refunds.all[place].record
        let scope = Scope(app: record.app, environment: record.environment)
        let ended = self.count(consequence.changes, of: record.app, at: now)
        let drafts = consequence.events.map { record.draft($0) } + ended.map { record.draft(about: $0) }
        self.publish(drafts, of: record, in: scope, at: now, cause: nil)
        return record
    }

    /// Counts cases in trials, and returns those that this brings to their end.
    private mutating func count(
        _ changes: [RefundTallyChange],
        of app: AppName,
        at now: Instant
    ) -> [RefundTrialReport] {
        for change in changes {
            let version = change.entry.version
            self.refunds.tallies[app, default: [:]][version, default: [:]][
                change.entry.arm,
                default: RefundTally()
            ] += change.tally
        }
        let decided = Set(changes.filter { $0.entry.keptShare != nil }.map(\.entry.version))
        return decided.sorted().compactMap { version in
            guard let policy = self.refunds.policies[app]?.first(where: { $0.version == version }),
                let report = RefundTrialReport(policy, self.refunds.tallies[app]?[version] ?? [:]),
                let ended = report.ended(at: now), let end = ended.trial.end,
                self.refunds.endTrial(of: version, end, app: app)
            else { return nil }
            return ended
        }
    }

    private func refundOwner(of transaction: TransactionID, in scope: Scope) -> CustomerID? {
        self.chain(of: transaction, in: scope)?.claims[transaction]?.owner
    }

    private mutating func publish(
        _ drafts: [EventDerivation.Draft],
        of record: RefundRecord,
        in scope: Scope,
        at now: Instant,
        cause: EvidenceDigest?
    ) {
        let root = self.facts[scope]?.root(of: record.subject.originalTransactionID)
        guard !drafts.isEmpty, record.customer != nil || root != nil else { return }
        self.outbox.write(drafts, in: scope, about: root, at: now, cause: cause)
    }
}

import Ledger

extension MemoryUnit {
    /// A case.
    func refund(_ id: RefundID, of app: AppName) throws -> RefundRecord? {
        self.open { memory in memory.refunds.place(of: id, app: app).map { memory.refunds.all[$0].record } }
    }

    /// The cases of an app after a place.
    func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedRefund] {
        Array(self.refunds(of: app, matching: filter).filter { $0.position > position }.prefix(limit))
    }

    /// The cases of an app before a place, the last recorded first.
    func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        before position: Int64?,
        limit: Int
    ) throws -> [PositionedRefund] {
        let all = self.refunds(of: app, matching: filter).reversed()
        return Array(all.filter { refund in position.map { refund.position < $0 } ?? true }.prefix(limit))
    }

    /// All fitting cases of an app in the order in which they were recorded.
    private func refunds(of app: AppName, matching filter: RefundFilter) -> [PositionedRefund] {
        self.open { memory in
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            let wanted = filter.customer.map { people.resolved($0) }
            let fitting = memory.refunds.all.enumerated().filter { _, kept in
                guard kept.record.app == app else { return false }
                if let status = filter.status, kept.record.status != status { return false }
                guard let wanted else { return true }
                return kept.record.customer.map { people.resolved($0) } == wanted
            }
            return fitting.map { index, kept in PositionedRefund(position: Int64(index) + 1, record: kept.record) }
        }
    }

    /// The cases of an app that were opened after a place in time.
    func refunds(
        of app: AppName,
        openedAfter place: RefundCursor,
        limit: Int
    ) throws -> [PositionedRefund] {
        self.open { memory in
            let all = memory.refunds.all.enumerated().filter { $0.element.record.app == app }
                .map { PositionedRefund(position: Int64($0.offset) + 1, record: $0.element.record) }
            return Array(
                all.filter { RefundCursor($0) > place }.sorted { RefundCursor($0) < RefundCursor($1) }.prefix(limit)
            )
        }
    }

    /// The reported refunds of an app after a place.
    func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedReportedRefund] {
        self.open { memory in
            Array(memory.reportedRefunds(of: app).filter { $0.position > position }.prefix(limit))
        }
    }

    /// The reported refunds of an app at a place in time or after it.
    func reportedRefunds(
        of app: AppName,
        reportedAfter place: RefundCursor,
        limit: Int
    ) throws -> [PositionedReportedRefund] {
        self.open { memory in
            let sorted = memory.reportedRefunds(of: app).sorted { RefundCursor($0) < RefundCursor($1) }
            return Array(sorted.filter { place < RefundCursor($0) }.prefix(limit))
        }
    }

    /// The refunds of an Apple Account that still stand.
    func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund] {
        self.open { memory in
            let refunds = memory.refunds.all.map(\.record).reversed().filter {
                $0.app == app && $0.environment == environment && $0.subject.account == account
            }.compactMap(\.accountRefund).filter { $0.refundedAt < before }
            // Sorting keeps the order of those of one instant.
            let sorted = refunds.sorted { $0.refundedAt > $1.refundedAt }
            return AccountRefund.purchases(among: Array(sorted.prefix(limit)))
        }
    }

    /// Makes room for a report, and returns how many old ones it took the place of; `nil` where there is no room.
    func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) throws -> Int? {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            return memory.facts[scope, default: Facts()].makeRoom(for: report, limit: limit, before: before)
        }
    }

    /// Returns whether a case is due.
    func hasDueRefund(of app: AppName, at now: Instant) throws -> Bool {
        var copy = self.memory
        return !copy.leaseRefunds(of: app, at: now, until: now, limit: 1).leases.isEmpty
    }

    /// Leases cases to one worker.
    func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> RefundLeases {
        self.open { memory in memory.leaseRefunds(of: app, at: now, until: until, limit: limit) }
    }

    /// Stores the outcome of a worker's lease.
    func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) throws -> RefundRecord? {
        self.open { memory in memory.conclude(lease, step, at: now) }
    }

    /// Takes a person's word.
    func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) throws -> (record: RefundRecord, isTaken: Bool)? {
        self.open { memory in
            guard let place = memory.refunds.place(of: id, app: app) else { return nil }
            let isTaken = memory.refunds.all[place].decide(decision)
            return (memory.refunds.all[place].record, isTaken)
        }
    }

    /// Stores a policy if its number follows the newest of its app.
    func keep(_ policy: RefundPolicy, of app: AppName) throws -> Bool {
        self.open { memory in
            let newest = memory.refunds.policies[app]?.last?.version ?? 0
            guard policy.version == newest + 1 else { return false }
            let end = RefundTrial.End(.replaced, at: policy.publishedAt, by: policy.publishedBy)
            _ = memory.refunds.endTrial(of: newest, end, app: app)
            memory.refunds.policies[app, default: []].append(policy)
            return true
        }
    }

    /// The policies of an app, newest first.
    func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) throws -> [RefundPolicy] {
        self.open { memory in
            let known = (memory.refunds.policies[app] ?? []).filter { $0.version < version ?? .max }
            return Array(known.reversed().prefix(limit))
        }
    }

    /// Ends the trial of a policy, and says whether one ran.
    func endTrial(
        of version: Int64,
        _ end: RefundTrial.End,
        app: AppName
    ) throws -> Bool {
        self.open { memory in memory.refunds.endTrial(of: version, end, app: app) }
    }

    /// Returns the outcomes of the cases of a trial, by arm.
    func tallies(
        of version: Int64,
        app: AppName
    ) throws -> [RefundExperiment.Arm: RefundTally] {
        self.open { memory in memory.refunds.tallies[app]?[version] ?? [:] }
    }

    /// Returns the latest rescission of consent for an Apple Account.
    func rescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> RecordedRescission? {
        let all = try self.rescissions(of: app, environment: environment, skipping: 0, limit: .max)
        return all.first { $0.account == account }
    }

    /// Returns the latest rescissions of consent of all Apple Accounts, newest first.
    func rescissions(
        of app: AppName,
        environment: StoreEnvironment,
        skipping: Int,
        limit: Int
    ) throws -> [RecordedRescission] {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            let all = (memory.refunds.rescissions[scope] ?? [:]).map { account, instant in
                RecordedRescission(
                    account: account,
                    rescindedAt: instant,
                    resolvedAt: memory.refunds.resolutions[scope]?[account]
                )
            }
            let sorted = all.sorted { ($0.rescindedAt, $0.account) > ($1.rescindedAt, $1.account) }
            return Array(sorted.dropFirst(skipping).prefix(limit))
        }
    }

    /// Resolves the latest rescission of consent for an Apple Account.
    func resolveRescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> (rescission: RecordedRescission, isNew: Bool)? {
        guard let known = try self.rescission(of: account, app: app, environment: environment) else { return nil }
        if let resolvedAt = known.resolvedAt, resolvedAt >= known.rescindedAt { return (known, false) }
        let resolvedAt = max(now, known.rescindedAt)
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            memory.refunds.resolutions[scope, default: [:]][account] = resolvedAt
        }
        let resolved = RecordedRescission(account: account, rescindedAt: known.rescindedAt, resolvedAt: resolvedAt)
        return (resolved, true)
    }

    /// Sets or removes the refund override of a customer.
    func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) throws {
        self.open { memory in
            if override != nil { memory.people[app, default: MemoryCustomerIdentities()].meet(customer) }
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            let wanted = people.resolved(customer)
            guard let override else {
                for key in memory.refunds.overrides.keys
                where key.app == app && people.resolved(key.customer) == wanted {
                    memory.refunds.overrides[key] = nil
                }
                return
            }
            memory.refunds.overrides[MemoryCustomers.Key(app: app, customer: wanted)] = override
            memory.wakeRefunds(of: customer, app: app, at: override.at)
        }
    }

    /// Returns the refund override of a customer.
    func refundOverride(
        of customer: CustomerID,
        app: AppName
    ) throws -> RefundOverride? {
        self.open { memory in
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            let wanted = people.resolved(customer)
            return memory.refunds.overrides.filter { $0.key.app == app && people.resolved($0.key.customer) == wanted }
                .map(\.value).max { $0.at < $1.at }
        }
    }

    /// Stores a shop's consumption report on a purchase, unless a later one is stored.
    func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            guard let claim = memory.chain(of: transaction, in: scope)?.claims[transaction] else { return nil }
            let known = memory.refunds.consumption[scope]?[transaction]?.evidence
            if let known, !known.takesPrecedence(over: evidence) { return known }
            memory.refunds.consumption[scope, default: [:]][transaction] = (evidence, claim.owner)
            return evidence
        }
    }

    /// Returns the current consumption report on a purchase.
    func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        self.open { memory in
            let evidence = memory.refunds.consumption[MemoryState.Scope(app: app, environment: environment)] ?? [:]
            return transactions.compactMap { evidence[$0]?.evidence }.max { $0.takesPrecedence(over: $1) }
        }
    }
}

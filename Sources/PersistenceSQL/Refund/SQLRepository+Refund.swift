package import Ledger

extension SQLRepository {
    /// Returns a refund case.
    package func refund(_ id: RefundID, of app: AppName) async throws(RepositoryError) -> RefundRecord? {
        try await self.read { session in
            var people = CustomerCache(session: session)
            return try session.storedRefund(id, of: app, people: &people)?.work.record
        }
    }

    /// Returns the refund cases of an app after a position.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.read { session in
            try session.refunds(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// Returns the refund cases of an app that were opened after a cursor.
    package func refunds(
        of app: AppName,
        openedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.read { session in try session.refunds(of: app, openedAfter: cursor, limit: limit) }
    }

    /// Returns the reported refunds of an app after a position.
    package func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.read { session in try session.reportedRefunds(of: app, after: position, limit: limit) }
    }

    /// Returns the reported refunds of an app from a cursor on.
    package func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.read { session in try session.reportedRefunds(of: app, after: cursor, limit: limit) }
    }

    /// Returns the refunds of an Apple Account that were not reversed.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [AccountRefund] {
        try await self.read { session in
            try session.refunds(
                of: account,
                in: ScopeName(app: app, environment: environment),
                before: before,
                limit: limit
            )
        }
    }

    /// Makes room for a report, and returns how many old ones it removed; `nil` where there is no room.
    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) async throws(RepositoryError) -> Int? {
        try await self.write { session in
            let name = ScopeName(app: app, environment: environment)
            return try session.makeRoom(for: report, in: name, limit: limit, before: before)
        }
    }

    /// Leases refund cases to one worker.
    package func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> RefundLeases {
        // While nothing is due, nothing is written.
        guard try await self.read({ session in try session.hasDueRefund(of: app, at: now) }) else {
            return RefundLeases()
        }
        return try await self.write { session in
            try session.leaseRefunds(of: app, at: now, until: until, limit: limit)
        }
    }

    /// Records the result of a worker.
    package func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        try await self.write { session in try session.conclude(lease, step, at: now) }
    }

    /// Records a person's decision.
    package func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) async throws(RepositoryError) -> (record: RefundRecord, isTaken: Bool)? {
        try await self.write { session in
            let answer = try session.decide(decision, on: id, of: app)
            // The answer follows a commit, even where nothing had to change.
            try session.run(.countRepeat)
            return answer
        }
    }

    /// Stores a policy if its number follows the newest of its app.
    package func keep(_ policy: RefundPolicy, of app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(policy, of: app) }
    }

    /// Returns the policies of an app, newest first.
    package func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [RefundPolicy] {
        try await self.read { session in try session.refundPolicies(of: app, before: version, limit: limit) }
    }

    /// Ends the trial of a policy; returns whether one ran.
    package func endTrial(
        of version: Int64,
        _ end: RefundTrial.End,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.endTrial(of: version, end, app: app) }
    }

    /// Returns the results of the cases of a trial, by arm.
    package func tallies(
        of version: Int64,
        app: AppName
    ) async throws(RepositoryError) -> [RefundExperiment.Arm: RefundTally] {
        try await self.read { session in try session.tallies(of: version, app: app) }
    }

    /// Returns when consent was last rescinded for an Apple Account.
    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Instant? {
        try await self.read { session in
            guard let scope = try session.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
            let key: [SQLValue] = [.integer(scope.number), .identifier(account.rawValue)]
            return try session.first(.rescission, key) { row in try row.instant() }
        }
    }

    /// Sets or removes the answer that Apple gets for a customer.
    package func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.write { session in try session.setRefundOverride(override, of: customer, app: app) }
    }

    /// Returns the answer that is set for a customer.
    package func refundOverride(
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> RefundOverride? {
        try await self.read { session in try session.refundOverride(of: customer, app: app) }
    }

    /// Stores a shop's report on the use of a purchase, unless a later one is stored.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.write { session in
            try session.state(evidence, of: transaction, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns the current report of the shop on a purchase.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.read { session in
            try session.consumption(of: transactions, in: ScopeName(app: app, environment: environment))
        }
    }
}

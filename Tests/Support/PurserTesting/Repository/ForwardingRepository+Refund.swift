package import Ledger

extension ForwardingRepository {
    package func refund(_ id: RefundID, of app: AppName) async throws(RepositoryError) -> RefundRecord? {
        try await self.base.refund(id, of: app)
    }

    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.base.refunds(of: app, matching: filter, after: position, limit: limit)
    }

    package func refunds(
        of app: AppName,
        openedAfter place: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.base.refunds(of: app, openedAfter: place, limit: limit)
    }

    package func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.base.reportedRefunds(of: app, after: position, limit: limit)
    }

    package func reportedRefunds(
        of app: AppName,
        reportedAfter place: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.base.reportedRefunds(of: app, reportedAfter: place, limit: limit)
    }

    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [AccountRefund] {
        try await self.base.refunds(of: account, app: app, environment: environment, before: before, limit: limit)
    }

    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) async throws(RepositoryError) -> Int? {
        try await self.base.makeRoom(for: report, of: app, environment: environment, limit: limit, before: before)
    }

    package func endTrial(
        of version: Int64,
        _ end: RefundTrial.End,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.base.endTrial(of: version, end, app: app)
    }

    package func tallies(
        of version: Int64,
        app: AppName
    ) async throws(RepositoryError) -> [RefundExperiment.Arm: RefundTally] {
        try await self.base.tallies(of: version, app: app)
    }

    package func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> RefundLeases {
        try await self.base.leaseRefunds(of: app, at: now, until: until, limit: limit)
    }

    package func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        try await self.base.conclude(lease, step, at: now)
    }

    package func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) async throws(RepositoryError) -> (record: RefundRecord, isTaken: Bool)? {
        try await self.base.decide(decision, on: id, of: app)
    }

    package func keep(_ policy: RefundPolicy, of app: AppName) async throws(RepositoryError) -> Bool {
        try await self.base.keep(policy, of: app)
    }

    package func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [RefundPolicy] {
        try await self.base.refundPolicies(of: app, before: version, limit: limit)
    }

    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Instant? {
        try await self.base.consentRescindedAt(for: account, app: app, environment: environment)
    }

    package func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.base.setRefundOverride(override, of: customer, app: app)
    }

    package func refundOverride(
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> RefundOverride? {
        try await self.base.refundOverride(of: customer, app: app)
    }

    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.base.state(evidence, of: transaction, app: app, environment: environment)
    }

    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.base.consumption(of: transactions, app: app, environment: environment)
    }
}

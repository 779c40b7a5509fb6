package import Ledger

extension Session {
    /// Returns a refund case.
    package func refund(_ id: RefundID, of app: AppName) throws -> RefundRecord? {
        var people = CustomerCache(session: self)
        return try self.storedRefund(id, of: app, people: &people)?.work.record
    }

    /// Returns the reported refunds of an app from a cursor on.
    package func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) throws -> [PositionedReportedRefund] {
        try self.reportedRefunds(of: app, after: cursor, limit: limit)
    }

    /// Returns the refunds of an Apple Account that were not reversed.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund] {
        try self.refunds(
            of: account,
            in: ScopeName(app: app, environment: environment),
            before: before,
            limit: limit
        )
    }

    /// Makes room for a report, and returns how many old ones it removed; `nil` where there is no room.
    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) throws -> Int? {
        let name = ScopeName(app: app, environment: environment)
        return try self.makeRoom(for: report, in: name, limit: limit, before: before)
    }

    /// Returns when consent was last rescinded for an Apple Account.
    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> Instant? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(account.rawValue)]
        return try self.first(.rescission, key) { row in try row.instant() }
    }

    /// Stores a shop's report on the use of a purchase, unless a later one is stored.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        try self.state(evidence, of: transaction, in: ScopeName(app: app, environment: environment))
    }

    /// Returns the current report of the shop on a purchase.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence? {
        try self.consumption(of: transactions, in: ScopeName(app: app, environment: environment))
    }
}

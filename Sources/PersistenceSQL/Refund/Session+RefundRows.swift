package import Ledger

extension Session {
    /// Returns the case of a transaction; `nil` where there is none.
    package func refund(
        of transaction: TransactionID,
        scope: Scope,
        people: inout CustomerCache
    ) throws -> NumberedRefund? {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        let row = try self.refundRows(.refunds.refundByTransaction, key).first
        return try row.map { try self.refund($0, in: scope, people: &people) }
    }

    /// Returns the cases of an app that are due at an instant of real time, the longest due first.
    package func dueRefunds(
        of app: AppName,
        at now: Instant,
        limit: Int,
        people: inout CustomerCache
    ) throws -> [DueRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        let values: [SQLValue] = [.integer(number), .instant(now), .integer(Int64(limit))]
        let rows = try self.refundRows(.refunds.dueRefunds, values)
        let scopes = try self.scopes(of: rows, app: app, number: number)
        return try rows.map { row in
            let scope = scopes[row.scope]
            let refund = try ReadableRows.unlessUnreadable { try self.refund(row, in: scope, people: &people) }
            if let refund { return .readable(refund) }
            let id = RefundID(row.transaction, in: scope?.environment ?? .production)
            return .unreadable(number: row.number, id: id)
        }
    }

    /// Returns whether a case is due.
    package func hasDueRefund(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.refunds.dueRefunds, [.integer(number), .instant(now), .integer(1)]) { _ in true }
            ?? false
    }

    /// Returns the cases of a customer's purchases after a number, in the order of their numbers.
    package func refunds(
        of owner: Int64,
        app: AppName,
        after number: Int64,
        limit: Int,
        people: inout CustomerCache
    ) throws -> [NumberedRefund] {
        let values: [SQLValue] = [.integer(owner), .integer(number), .integer(Int64(limit))]
        let rows = try self.refundRows(.refunds.refundsOfOwner, values)
        guard !rows.isEmpty else { return [] }
        guard let appNumber = try self.knownApp(app) else { throw RepositoryError.corrupt }
        let scopes = try self.scopes(of: rows, app: app, number: appNumber)
        return try rows.map { row in try self.refund(row, in: scopes[row.scope], people: &people) }
    }

    /// Adds a case of a transaction with this owner.
    package func insert(_ job: RefundJob, owner: Int64?, scope: Scope) throws {
        let key: [SQLValue] = [
            .integer(scope.app), .integer(scope.number), .identifier(job.record.transactionID.rawValue),
        ]
        try self.run(.refunds.insertRefund, key + Self.values(of: job, owner: owner))
    }

    /// Saves a case.
    package func put(_ refund: NumberedRefund) throws {
        try self.run(
            .refunds.putRefund,
            Self.values(of: refund.job, owner: refund.owner) + [.integer(refund.number)]
        )
    }

    /// Defers a case that cannot be read.
    package func putOffRefund(_ number: Int64, until dueAt: Instant) throws {
        try self.run(.refunds.putOffRefund, [.instant(dueAt), .integer(number)])
    }

    /// Sets the due date of a customer's cases that wait for an operator or for consent, and ends the leases on them.
    package func putWaitingRefundsDue(_ dueAt: Instant, of owner: Int64) throws {
        try self.run(.refunds.wakeRefunds, [.instant(dueAt), .integer(owner)])
    }

    /// Deletes the consumption reports on a customer's purchases, and the assessment of the customer's risk.
    package func deleteJudgments(of owner: Int64) throws {
        for query in [SQLStatement.refunds.deleteConsumption, .risks.deleteRiskRecord] {
            try self.run(query, [.integer(owner)])
        }
    }

    private static func values(of job: RefundJob, owner: Int64?) throws -> [SQLValue] {
        [
            .optional(owner), .integer(job.record.status.code), .instant(job.dueAt), .optional(job.lease),
            .instant(job.record.refundCase.openedAt), .optionalIdentifier(job.record.subject.account?.rawValue),
            .optionalText(job.record.subject.purchase?.spelling), .instant(job.record.accountRefund?.refundedAt),
            try RareJSON.text(StoredRefund(job.record)),
        ]
    }

    // MARK: Reading rows

    /// A row of a refund case before its content is read.
    struct RefundRow {
        /// The number of the row.
        let number: Int64
        /// The number of the app and environment.
        let scope: Int64
        /// The transaction.
        let transaction: TransactionID
        fileprivate let owner: Int64?
        fileprivate let dueAt: Instant?
        fileprivate let lease: Int64?
        fileprivate let account: AppTransactionID?
        fileprivate let purchase: String?
        fileprivate let content: String
    }

    /// Returns the rows of a query, without reading their content.
    func refundRows(_ query: SQLStatement, _ values: [SQLValue]) throws -> [RefundRow] {
        try self.all(query, values) { row in
            RefundRow(
                number: try row.integer(),
                scope: try row.integer(),
                transaction: TransactionID(try row.identifier()),
                owner: try row.optionalInteger(),
                dueAt: try row.optionalInstant(),
                lease: try row.optionalInteger(),
                account: try row.optionalIdentifier().map { AppTransactionID($0) },
                purchase: try row.optionalText(),
                content: try row.text()
            )
        }
    }

    /// Returns the scopes of rows by their numbers; unknown numbers are left out.
    func scopes(of rows: [RefundRow], app: AppName, number: Int64) throws -> [Int64: Scope] {
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        return Dictionary(
            uniqueKeysWithValues: environments.map { scope, environment in
                (scope, Scope(number: scope, app: number, name: ScopeName(app: app, environment: environment)))
            }
        )
    }

    /// Returns the case of a row; throws `corrupt` where that cannot be read.
    func refund(_ row: RefundRow, in scope: Scope?, people: inout CustomerCache) throws -> NumberedRefund {
        guard let scope else { throw RepositoryError.corrupt }
        let record = try RareJSON.value(row.content, as: StoredRefund.self).record(
            row.transaction,
            app: scope.name.app,
            environment: scope.environment,
            customer: try row.owner.map { try people.name($0) },
            account: row.account,
            purchase: try Self.purchase(row.purchase)
        )
        let job = RefundJob(record, dueAt: row.dueAt, lease: row.lease)
        return NumberedRefund(number: row.number, scope: scope, owner: row.owner, job: job)
    }

    /// Returns the purchase key with a spelling.
    static func purchase(_ spelling: String?) throws(RepositoryError) -> PurchaseKey? {
        guard let spelling else { return nil }
        guard let key = PurchaseKey(spelling: spelling) else { throw .corrupt }
        return key
    }
}

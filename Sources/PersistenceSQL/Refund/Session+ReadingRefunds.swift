package import Ledger

extension Session {
    /// Returns a refund case.
    package func refund(_ id: RefundID, of app: AppName) throws -> RefundRecord? {
        var people = CustomerCache(self)
        return try self.storedRefund(id, of: app, people: &people)?.work.record
    }

    /// Returns a refund case by its name.
    func storedRefund(_ id: RefundID, of app: AppName, people: inout CustomerCache) throws -> StoredCase? {
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        return try self.storedRefund(of: place.transactionID, in: scope, app: app, people: &people)
    }

    /// Returns the refund case of a transaction.
    func storedRefund(
        of transaction: TransactionID,
        in scope: Scope,
        app: AppName,
        people: inout CustomerCache
    ) throws -> StoredCase? {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.refunds(.refunds.refundByTransaction, key, app: app, people: &people).first
    }

    /// Returns the refund cases of an app after a position.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = CustomerCache(self)
        let after = SQLValue.integer(position)
        var found: [StoredCase] = []
        if let customer = filter.customer {
            for owner in try self.people(in: customer, app: app) {
                // A customer has few cases; those in other states are skipped.
                var after = position
                var taken = 0
                while taken < limit {
                    let values: [SQLValue] = [.integer(owner), .integer(after)]
                    let rows = try self.listed(.refunds.refundsOfOwner, values, limit: limit, app: app, people: &people)
                    let fitting = rows.filter { filter.status == nil || $0.work.record.status == filter.status }
                    found += fitting
                    taken += fitting.count
                    guard let last = rows.last, rows.count == limit else { break }
                    after = last.number
                }
            }
            found = Array(found.sorted { $0.number < $1.number }.prefix(limit))
        } else if let status = filter.status {
            let values: [SQLValue] = [.integer(number), .integer(status.code), after]
            found = try self.listed(.refunds.refundsByStatus, values, limit: limit, app: app, people: &people)
        } else {
            let values: [SQLValue] = [.integer(number), after]
            found = try self.listed(.refunds.refundsOfApp, values, limit: limit, app: app, people: &people)
        }
        return found.map { PositionedRefund(position: $0.number, record: $0.work.record) }
    }

    /// Returns the refund cases of an app that were opened after a cursor, earliest first.
    package func refunds(of app: AppName, openedAfter place: RefundCursor, limit: Int) throws -> [PositionedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = CustomerCache(self)
        let values: [SQLValue] = [.integer(number), .instant(place.openedAt), .integer(place.position)]
        return try self.listed(.refunds.refundsOpened, values, limit: limit, app: app, people: &people).map {
            PositionedRefund(position: $0.number, record: $0.work.record)
        }
    }

    /// Returns the refunds of an Apple Account before an instant that were not reversed, newest first, each purchase
    /// once.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        let values: [SQLValue] = [
            .integer(scope.number), .identifier(account.rawValue), .instant(before), .integer(Int64(limit)),
        ]
        let refunds = try self.all(.refunds.refundsOfAccount, values) { row in
            let transaction = TransactionID(try row.identifier())
            let purchase = try Self.purchase(try row.optionalText()) ?? .single(transaction)
            return AccountRefund(transactionID: transaction, purchase: purchase, refundedAt: try row.instant())
        }
        return AccountRefund.purchases(among: refunds)
    }

    private static func purchase(_ spelling: String?) throws(RepositoryError) -> PurchaseKey? {
        guard let spelling else { return nil }
        guard let key = PurchaseKey(spelling: spelling) else { throw .corrupt }
        return key
    }

    /// Returns when consent was last rescinded for an Apple Account.
    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> Instant? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(account.rawValue)]
        return try self.first(.refunds.rescission, key) { row in try row.instant() }
    }

    /// Returns whether a case is due.
    package func hasDueRefund(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.refunds.dueRefunds, [.integer(number), .instant(now), .integer(1)]) { _ in true }
            ?? false
    }

    // MARK: Rows

    /// A refund case and its row.
    struct StoredCase {
        /// The number of the row.
        let number: Int64
        /// The app and environment.
        let scope: Scope
        /// The number of the customer who owns the purchase.
        var owner: Int64?
        /// The case, when a worker may take it, and the lease on it.
        var work: RefundJob
    }

    /// A row of a refund case before its content is read.
    struct RawCase {
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
    func rawRefunds(_ query: SQLStatement, _ values: [SQLValue]) throws -> [RawCase] {
        try self.all(query, values) { row in
            RawCase(
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

    /// Returns the refund cases of a query.
    func refunds(
        _ query: SQLStatement,
        _ values: [SQLValue],
        app: AppName,
        people: inout CustomerCache
    ) throws -> [StoredCase] {
        let rows = try self.rawRefunds(query, values)
        guard !rows.isEmpty else { return [] }
        guard let number = try self.knownApp(app) else { throw RepositoryError.corrupt }
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        return try rows.map { row in
            try self.stored(row, in: environments, app: app, number: number, people: &people)
        }
    }

    /// Returns the first readable cases of a query whose last value is its limit.
    private func listed(
        _ query: SQLStatement,
        _ values: [SQLValue],
        limit: Int,
        app: AppName,
        people: inout CustomerCache
    ) throws -> [StoredCase] {
        guard let number = try self.knownApp(app) else { return [] }
        return try ReadableRows.first(limit) { limit in
            let rows = try self.rawRefunds(query, values + [.integer(Int64(limit))])
            let environments = try self.environments(ofScopes: rows.map(\.scope))
            return try rows.map { row in
                try ReadableRows.unlessUnreadable {
                    try self.stored(row, in: environments, app: app, number: number, people: &people)
                }
            }
        }
    }

    /// Returns the case of a row; throws `corrupt` where that cannot be read.
    func stored(
        _ row: RawCase,
        in environments: [Int64: StoreEnvironment],
        app: AppName,
        number: Int64,
        people: inout CustomerCache
    ) throws -> StoredCase {
        guard let environment = environments[row.scope] else { throw RepositoryError.corrupt }
        let record = try RareJSON.value(row.content, as: StoredRefund.self).record(
            row.transaction,
            app: app,
            environment: environment,
            customer: try row.owner.map { try people.name($0) },
            account: row.account,
            purchase: try Self.purchase(row.purchase)
        )
        return StoredCase(
            number: row.number,
            scope: Scope(
                number: row.scope,
                app: number,
                name: ScopeName(app: app, environment: environment)
            ),
            owner: row.owner,
            work: RefundJob(record, dueAt: row.dueAt, lease: row.lease)
        )
    }
}

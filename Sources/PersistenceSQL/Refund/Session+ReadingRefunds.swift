package import Ledger

extension Session {
    /// Returns the refund cases of an app after a position.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedRefund] {
        try self.refunds(of: app, matching: filter, from: position, in: .oldestFirst, limit: limit)
    }

    /// Returns the refund cases of an app before a position, newest first.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        before position: Int64?,
        limit: Int
    ) throws -> [PositionedRefund] {
        try self.refunds(of: app, matching: filter, from: position ?? .max, in: .newestFirst, limit: limit)
    }

    private func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        from position: Int64,
        in listing: RefundListing,
        limit: Int
    ) throws -> [PositionedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = CustomerCache(self)
        func listed(_ query: SQLStatement, _ values: [SQLValue]) throws -> [PositionedRefund] {
            try self.refunds(query, values, limit: limit, app: app, number: number, people: &people)
        }
        let from = SQLValue.integer(position)
        guard let customer = filter.customer else {
            guard let status = filter.status else {
                return try listed(listing.ofApp, [.integer(number), from])
            }
            return try listed(listing.byStatus, [.integer(number), .integer(status.code), from])
        }
        var found: [PositionedRefund] = []
        for owner in try self.people(in: customer, app: app) {
            // A customer has few cases; those in other states are skipped.
            var last = position
            var taken = 0
            while taken < limit {
                let rows = try listed(listing.ofOwner, [.integer(owner), .integer(last)])
                let fitting = rows.filter { filter.status == nil || $0.record.status == filter.status }
                found += fitting
                taken += fitting.count
                guard let row = rows.last, rows.count == limit else { break }
                last = row.position
            }
        }
        return Array(found.sorted { listing.isFirst($0.position, $1.position) }.prefix(limit))
    }

    /// Returns the refund cases of an app that were opened after a cursor, earliest first.
    package func refunds(of app: AppName, openedAfter place: RefundCursor, limit: Int) throws -> [PositionedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = CustomerCache(self)
        let values: [SQLValue] = [.integer(number), .instant(place.openedAt), .integer(place.position)]
        return try self.refunds(
            .refunds.refundsOpened,
            values,
            limit: limit,
            app: app,
            number: number,
            people: &people
        )
    }

    /// Returns the refunds of an Apple Account before an instant that were not reversed, newest first, of each
    /// transaction.
    package func refunds(
        of account: AppTransactionID,
        scope: Scope,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund] {
        let values: [SQLValue] = [
            .integer(scope.number), .identifier(account.rawValue), .instant(before), .integer(Int64(limit)),
        ]
        return try self.all(.refunds.refundsOfAccount, values) { row in
            let transaction = TransactionID(try row.identifier())
            let purchase = try Self.purchase(try row.optionalText()) ?? .single(transaction)
            return AccountRefund(transactionID: transaction, purchase: purchase, refundedAt: try row.instant())
        }
    }

    /// Returns the first readable cases of a query whose last value is its limit.
    private func refunds(
        _ query: SQLStatement,
        _ values: [SQLValue],
        limit: Int,
        app: AppName,
        number: Int64,
        people: inout CustomerCache
    ) throws -> [PositionedRefund] {
        try ReadableRows.first(limit) { limit in
            let rows = try self.refundRows(query, values + [.integer(Int64(limit))])
            let scopes = try self.scopes(of: rows, app: app, number: number)
            return try rows.map { row in
                try ReadableRows.unlessUnreadable {
                    let refund = try self.refund(row, in: scopes[row.scope], people: &people)
                    return PositionedRefund(position: refund.number, record: refund.job.record)
                }
            }
        }
    }
}

/// The statements that list refund cases from a number on, in one of the two orders.
private struct RefundListing {
    let ofApp: SQLStatement
    let byStatus: SQLStatement
    let ofOwner: SQLStatement
    let isFirst: (Int64, Int64) -> Bool

    /// Those that were recorded after a case, in their order.
    static var oldestFirst: Self {
        Self(ofApp: .refunds.refundsOfApp, byStatus: .refunds.refundsByStatus, ofOwner: .refunds.refundsOfOwner) {
            $0 < $1
        }
    }

    /// Those that were recorded before a case, the last one first.
    static var newestFirst: Self {
        Self(
            ofApp: .refunds.newestRefundsOfApp,
            byStatus: .refunds.newestRefundsByStatus,
            ofOwner: .refunds.newestRefundsOfOwner
        ) { $0 > $1 }
    }
}

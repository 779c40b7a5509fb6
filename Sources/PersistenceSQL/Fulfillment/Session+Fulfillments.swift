package import Ledger

extension Session {
    /// Returns a fulfillment.
    package func fulfillment(_ id: FulfillmentID, of app: AppName) throws -> Fulfillment? {
        var people = CustomerCache(self)
        return try self.storedFulfillment(id, of: app, people: &people)?.fulfillment
    }

    /// Returns the fulfillments of an app after a position.
    package func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedFulfillment] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = CustomerCache(self)
        let after = SQLValue.integer(position)
        var found: [NumberedFulfillment] = []
        if let customer = filter.customer {
            guard let holder = try self.holder(customer, app: number) else { return [] }
            let owners = holder.isSeveral ? try self.everybody(whoIs: holder.number) : [holder.number]
            for owner in owners {
                if let state = filter.state {
                    let values: [SQLValue] = [.integer(owner), .integer(state.code), after]
                    found += try self.listed(
                        .fulfillments.fulfillmentsOfOwnerInState,
                        values,
                        limit: limit,
                        app: app,
                        people: &people
                    )
                } else {
                    let values: [SQLValue] = [.integer(owner), after]
                    found += try self.listed(
                        .fulfillments.fulfillmentsOfOwner,
                        values,
                        limit: limit,
                        app: app,
                        people: &people
                    )
                }
            }
            found = Array(found.sorted { $0.number < $1.number }.prefix(limit))
        } else if let state = filter.state {
            let values: [SQLValue] = [.integer(number), .integer(state.code), after]
            found = try self.listed(.fulfillments.fulfillmentsInState, values, limit: limit, app: app, people: &people)
        } else {
            let values: [SQLValue] = [.integer(number), after]
            found = try self.listed(.fulfillments.fulfillmentsOfApp, values, limit: limit, app: app, people: &people)
        }
        return found.map { PositionedFulfillment(position: $0.number, fulfillment: $0.fulfillment) }
    }

    /// Returns when the oldest purchase was made that is paid, not fulfilled and not suspended.
    package func oldestOpenPurchase(of app: AppName) throws -> Instant? {
        guard let number = try self.knownApp(app) else { return nil }
        let values: [SQLValue] = [.integer(number), .integer(.min), .integer(FulfillmentState.suspended.code)]
        return try self.first(.fulfillments.oldestOpenFulfillment, values) { row in try row.instant() }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    package func suspendedFulfillmentCount(of app: AppName, limit: Int) throws -> Int {
        guard let number = try self.knownApp(app) else { return 0 }
        return try [FulfillmentState.suspended, .revocationSuspended].reduce(0) { sum, state in
            let values: [SQLValue] = [.integer(number), .integer(state.code), .integer(Int64(limit))]
            let count = try self.first(.fulfillments.fulfillmentCountInState, values) { row in try row.integer() }
            return sum + Int(count ?? 0)
        }
    }

    /// Returns whether anything is due.
    package func hasDueFulfillment(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.fulfillments.dueFulfillments, [.integer(number), .instant(now), .integer(1)]) { _ in true
        } ?? false
    }

    /// Returns the fulfillments that a worker may take, earliest due first.
    package func dueFulfillments(
        of app: AppName,
        at now: Instant,
        limit: Int,
        people: inout CustomerCache
    ) throws -> [(number: Int64, id: FulfillmentID, fulfillment: NumberedFulfillment?)] {
        guard let number = try self.knownApp(app) else { return [] }
        let values: [SQLValue] = [.integer(number), .instant(now), .integer(Int64(limit))]
        let rows = try self.fulfillmentRows(.fulfillments.dueFulfillments, values)
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        return try rows.map { row in
            let fulfillment = try ReadableRows.unlessUnreadable {
                try self.stored(row, in: environments, app: app, people: &people)
            }
            let id = FulfillmentID(row.transactionID, in: environments[row.scope] ?? .production)
            return (row.number, id, fulfillment)
        }
    }

    /// Returns the goods of the fulfillments of a customer that count from an instant on.
    package func countedGoods(of customer: Int64, scope: Scope, since: Instant) throws -> [FulfillmentGoods] {
        let values: [SQLValue] = [.integer(customer), .integer(scope.number), .instant(since)]
        return try self.all(.fulfillments.countedFulfillments, values) { row in
            try RareJSON.value(try row.text(), as: StoredGoods.self).goods()
        }
    }

    // MARK: Rows

    /// A row of a fulfillment, before its content is read and its names are looked up.
    private struct FulfillmentRow {
        let number: Int64
        let transactionID: TransactionID
        let scope: Int64
        let original: Int64
        let owner: Int64?
        let dueAt: Instant?
        let lease: Int64?
        let goods: String
        let progress: String
    }

    /// Returns the rows of a query, without reading their content.
    private func fulfillmentRows(_ query: SQLStatement, _ values: [SQLValue]) throws -> [FulfillmentRow] {
        try self.all(query, values) { row in
            let number = try row.integer()
            let scope = try row.integer()
            return FulfillmentRow(
                number: number,
                transactionID: TransactionID(try row.identifier()),
                scope: scope,
                original: try row.integer(),
                owner: try row.optionalInteger(),
                dueAt: try row.optionalInstant(),
                lease: try row.optionalInteger(),
                goods: try row.text(),
                progress: try row.text()
            )
        }
    }

    /// Returns the fulfillment of a row; throws `corrupt` where that cannot be read.
    private func stored(
        _ row: FulfillmentRow,
        in environments: [Int64: StoreEnvironment],
        app: AppName,
        people: inout CustomerCache
    ) throws -> NumberedFulfillment {
        guard let number = try self.knownApp(app), let environment = environments[row.scope] else {
            throw RepositoryError.corrupt
        }
        var fulfillment = try RareJSON.value(row.goods, as: StoredGoods.self)
            .fulfillment(row.transactionID, app: app, environment: environment)
        try RareJSON.value(row.progress, as: StoredProgress.self).apply(to: &fulfillment)
        fulfillment.customer = try row.owner.map { try people.name($0) }
        return NumberedFulfillment(
            number: row.number,
            scope: Scope(number: row.scope, app: number, name: ScopeName(app: app, environment: environment)),
            original: row.original,
            job: FulfillmentJob(fulfillment, dueAt: row.dueAt, lease: row.lease)
        )
    }

    /// Returns the fulfillments of a query.
    private func fulfillments(
        _ query: SQLStatement,
        _ values: [SQLValue],
        app: AppName,
        people: inout CustomerCache
    ) throws -> [NumberedFulfillment] {
        let rows = try self.fulfillmentRows(query, values)
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        return try rows.map { try self.stored($0, in: environments, app: app, people: &people) }
    }

    /// Returns the first readable fulfillments of a query whose last value is its limit.
    private func listed(
        _ query: SQLStatement,
        _ values: [SQLValue],
        limit: Int,
        app: AppName,
        people: inout CustomerCache
    ) throws -> [NumberedFulfillment] {
        try ReadableRows.first(limit) { limit in
            let rows = try self.fulfillmentRows(query, values + [.integer(Int64(limit))])
            let environments = try self.environments(ofScopes: rows.map(\.scope))
            return try rows.map { row in
                try ReadableRows.unlessUnreadable {
                    try self.stored(row, in: environments, app: app, people: &people)
                }
            }
        }
    }

    /// Returns a fulfillment by its name.
    package func storedFulfillment(
        _ id: FulfillmentID,
        of app: AppName,
        people: inout CustomerCache
    ) throws -> NumberedFulfillment? {
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(place.transactionID.rawValue)]
        return try self.fulfillments(.fulfillments.fulfillmentByTransaction, key, app: app, people: &people).first
    }

    /// Returns the fulfillments of a chain.
    package func fulfillments(
        of chain: ChainRecord,
        app: AppName,
        people: inout CustomerCache
    ) throws -> [NumberedFulfillment] {
        try chain.members.flatMap { original in
            try self.fulfillments(.fulfillments.fulfillmentsOfOriginal, [.integer(original)], app: app, people: &people)
        }
    }

    // MARK: Writing

    /// Stores a new fulfillment of an original.
    package func insert(_ fulfillment: Fulfillment, original: Int64, scope: Scope, people: CustomerCache) throws {
        try self.run(
            .fulfillments.insertFulfillment,
            [
                .integer(scope.app), .integer(scope.number), .identifier(fulfillment.transactionID.rawValue),
                .integer(original),
            ] + self.changing(FulfillmentJob(fulfillment), people: people) + [
                try RareJSON.text(StoredGoods(fulfillment)), try RareJSON.text(StoredProgress(fulfillment)),
            ]
        )
    }

    /// Stores the progress of a fulfillment, and when a worker may take it.
    package func put(_ fulfillment: NumberedFulfillment, people: CustomerCache) throws {
        try self.run(
            .fulfillments.putFulfillment,
            self.changing(fulfillment.job, people: people) + [
                try RareJSON.text(StoredProgress(fulfillment.fulfillment)), .integer(fulfillment.number),
            ]
        )
    }

    /// Stores that a worker may take a fulfillment again from an instant on.
    package func putOffFulfillment(_ number: Int64, until: Instant) throws {
        try self.run(.fulfillments.putOffFulfillment, [.instant(until), .integer(number)])
    }

    private func changing(_ job: FulfillmentJob, people: CustomerCache) throws -> [SQLValue] {
        let fulfillment = job.fulfillment
        self.note(.fulfillments, dueAt: job.dueAt)
        let isCounted = fulfillment.environment == .sandbox
        return [
            .optional(try fulfillment.customer.map { try people.number($0) }), .integer(fulfillment.state.code),
            .instant(job.dueAt), .optional(job.lease),
            .instant(fulfillment.state.isOpen ? fulfillment.purchasedAt : nil),
            .instant(isCounted ? fulfillment.firstDueAt : nil),
        ]
    }
}

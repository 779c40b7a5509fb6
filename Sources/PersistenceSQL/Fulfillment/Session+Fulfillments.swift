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
        var found: [StoredFulfillment] = []
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

    /// Returns how much of the Sandbox allowance a customer used since an instant, under all of their names.
    func sandboxAllowance(of owner: Int64, scope: Scope, since: Instant) throws -> SandboxAllowance {
        var allowance = SandboxAllowance()
        for person in try self.everybody(whoIs: try self.countingCustomer(owner).number) {
            let values: [SQLValue] = [.integer(person), .integer(scope.number), .instant(since)]
            let goods = try self.all(.fulfillments.countedFulfillments, values) { row in
                try RareJSON.value(try row.text(), as: StoredGoods.self).goods()
            }
            for item in goods { allowance.add(item) }
        }
        return allowance
    }

    // MARK: Rows

    /// A row of a fulfillment, before its content is read and its names are looked up.
    struct FulfillmentRow {
        /// The number of the row.
        let number: Int64
        /// The transaction.
        let transactionID: TransactionID
        /// The number of its app and environment.
        let scope: Int64
        fileprivate let original: Int64
        fileprivate let owner: Int64?
        fileprivate let dueAt: Instant?
        fileprivate let lease: Int64?
        fileprivate let goods: String
        fileprivate let progress: String
    }

    /// Returns the rows of a query, without reading their content.
    func fulfillmentRows(_ query: SQLStatement, _ values: [SQLValue]) throws -> [FulfillmentRow] {
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
    func stored(
        _ row: FulfillmentRow,
        in environments: [Int64: StoreEnvironment],
        app: AppName,
        people: inout CustomerCache
    ) throws -> StoredFulfillment {
        guard let number = try self.knownApp(app), let environment = environments[row.scope] else {
            throw RepositoryError.corrupt
        }
        var fulfillment = try RareJSON.value(row.goods, as: StoredGoods.self)
            .fulfillment(row.transactionID, app: app, environment: environment)
        try RareJSON.value(row.progress, as: StoredProgress.self).apply(to: &fulfillment)
        fulfillment.customer = try row.owner.map { try people.name($0) }
        return StoredFulfillment(
            number: row.number,
            scope: Scope(number: row.scope, app: number, name: ScopeName(app: app, environment: environment)),
            original: row.original,
            work: FulfillmentJob(fulfillment, dueAt: row.dueAt, lease: row.lease)
        )
    }

    /// Returns the fulfillments of a query.
    func fulfillments(
        _ query: SQLStatement,
        _ values: [SQLValue],
        app: AppName,
        people: inout CustomerCache
    ) throws -> [StoredFulfillment] {
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
    ) throws -> [StoredFulfillment] {
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
    func storedFulfillment(
        _ id: FulfillmentID,
        of app: AppName,
        people: inout CustomerCache
    ) throws -> StoredFulfillment? {
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(place.transactionID.rawValue)]
        return try self.fulfillments(.fulfillments.fulfillmentByTransaction, key, app: app, people: &people).first
    }

    /// Returns the fulfillments of a chain's originals.
    func fulfillments(of members: [Int64], app: AppName, people: inout CustomerCache) throws -> [StoredFulfillment] {
        try members.flatMap { original in
            try self.fulfillments(.fulfillments.fulfillmentsOfOriginal, [.integer(original)], app: app, people: &people)
        }
    }

    // MARK: Writing

    /// Stores a new fulfillment.
    func insert(_ fulfillment: Fulfillment, original: Int64, scope: Scope, people: CustomerCache) throws {
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
    func put(_ stored: StoredFulfillment, people: CustomerCache) throws {
        try self.run(
            .fulfillments.putFulfillment,
            self.changing(stored.work, people: people) + [
                try RareJSON.text(StoredProgress(stored.fulfillment)), .integer(stored.number),
            ]
        )
    }

    private func changing(_ work: FulfillmentJob, people: CustomerCache) throws -> [SQLValue] {
        let fulfillment = work.fulfillment
        self.note(.fulfillments, dueAt: work.dueAt)
        let isCounted = fulfillment.environment == .sandbox
        return [
            .optional(try fulfillment.customer.map { try people.number($0) }), .integer(fulfillment.state.code),
            .instant(work.dueAt), .optional(work.lease),
            .instant(fulfillment.state.isOpen ? fulfillment.purchasedAt : nil),
            .instant(isCounted ? fulfillment.firstDueAt : nil),
        ]
    }
}

import Ledger

extension Session {
    /// A row of a delivery before its content is read and the names in it are looked up.
    struct DeliveryRow {
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
        fileprivate let standing: String
    }

    // MARK: Reading

    /// The rows that a query answers with, none of which has been read any further.
    func deliveryRows(_ query: Query, _ values: [SQLValue]) throws -> [DeliveryRow] {
        try self.all(query, values) { row in
            let number = try row.integer()
            let scope = try row.integer()
            return DeliveryRow(
                number: number,
                transactionID: TransactionID(try row.identifier()),
                scope: scope,
                original: try row.integer(),
                owner: try row.optionalInteger(),
                dueAt: try row.optionalInstant(),
                lease: try row.optionalInteger(),
                goods: try row.text(),
                standing: try row.text()
            )
        }
    }

    /// What a row says; throws `corrupt` where that cannot be read.
    func stored(
        _ row: DeliveryRow,
        in environments: [Int64: StoreEnvironment],
        app: AppName,
        people: inout People
    ) throws -> StoredDelivery {
        guard let number = try self.knownApp(app), let environment = environments[row.scope] else {
            throw RepositoryError.corrupt
        }
        var delivery = try RareJSON.value(row.goods, as: StoredGoods.self)
            .delivery(row.transactionID, app: app, environment: environment)
        try RareJSON.value(row.standing, as: StoredStanding.self).apply(to: &delivery)
        delivery.customer = try row.owner.map { try people.name($0) }
        return StoredDelivery(
            number: row.number,
            scope: Scope(number: row.scope, app: number),
            original: row.original,
            work: WorkedDelivery(delivery, dueAt: row.dueAt, lease: row.lease)
        )
    }

    /// The deliveries that a query answers with.
    func deliveries(
        _ query: Query,
        _ values: [SQLValue],
        app: AppName,
        people: inout People
    ) throws -> [StoredDelivery] {
        let rows = try self.deliveryRows(query, values)
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        return try rows.map { try self.stored($0, in: environments, app: app, people: &people) }
    }

    /// The first so many readable deliveries that a query, whose last value is its limit, answers with.
    private func listed(
        _ query: Query,
        _ values: [SQLValue],
        limit: Int,
        app: AppName,
        people: inout People
    ) throws -> [StoredDelivery] {
        try ReadableRows.first(limit) { limit in
            let rows = try self.deliveryRows(query, values + [.integer(Int64(limit))])
            let environments = try self.environments(ofScopes: rows.map(\.scope))
            return try rows.map { row in
                try ReadableRows.unlessUnreadable {
                    try self.stored(row, in: environments, app: app, people: &people)
                }
            }
        }
    }

    /// A delivery by its name.
    func storedDelivery(_ id: DeliveryID, of app: AppName, people: inout People) throws -> StoredDelivery? {
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(place.transactionID.rawValue)]
        return try self.deliveries(.deliveryByTransaction, key, app: app, people: &people).first
    }

    /// The deliveries of a chain's originals.
    func deliveries(of members: [Int64], app: AppName, people: inout People) throws -> [StoredDelivery] {
        try members.flatMap { original in
            try self.deliveries(.deliveriesOfOriginal, [.integer(original)], app: app, people: &people)
        }
    }

    /// The deliveries of an app after a place.
    func deliveries(
        of app: AppName,
        matching filter: DeliveryFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PlacedDelivery] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = People(session: self)
        let after = SQLValue.integer(position)
        var found: [StoredDelivery] = []
        if let customer = filter.customer {
            guard let holder = try self.holder(customer, app: number) else { return [] }
            let owners = holder.isSeveral ? try self.everybody(whoIs: holder.number) : [holder.number]
            for owner in owners {
                if let state = filter.state {
                    let values: [SQLValue] = [.integer(owner), .integer(state.code), after]
                    found += try self.listed(
                        .deliveriesOfOwnerInState,
                        values,
                        limit: limit,
                        app: app,
                        people: &people
                    )
                } else {
                    let values: [SQLValue] = [.integer(owner), after]
                    found += try self.listed(.deliveriesOfOwner, values, limit: limit, app: app, people: &people)
                }
            }
            found = Array(found.sorted { $0.number < $1.number }.prefix(limit))
        } else if let state = filter.state {
            let values: [SQLValue] = [.integer(number), .integer(state.code), after]
            found = try self.listed(.deliveriesInState, values, limit: limit, app: app, people: &people)
        } else {
            let values: [SQLValue] = [.integer(number), after]
            found = try self.listed(.deliveriesOfApp, values, limit: limit, app: app, people: &people)
        }
        return found.map { PlacedDelivery(position: $0.number, delivery: $0.delivery) }
    }

    /// When the oldest purchase was made of those that are paid, not handed over and not suspended.
    func oldestOpenPurchase(of app: AppName) throws -> Instant? {
        guard let number = try self.knownApp(app) else { return nil }
        let values: [SQLValue] = [.integer(number), .integer(.min), .integer(DeliveryState.parked.code)]
        return try self.first(.oldestOpenDelivery, values) { row in try row.instant() }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    func suspendedFulfillmentCount(of app: AppName, limit: Int) throws -> Int {
        guard let number = try self.knownApp(app) else { return 0 }
        return try [DeliveryState.parked, .takeBackParked].reduce(0) { sum, state in
            let values: [SQLValue] = [.integer(number), .integer(state.code), .integer(Int64(limit))]
            let count = try self.first(.deliveryCountInState, values) { row in try row.integer() }
            return sum + Int(count ?? 0)
        }
    }

    /// What a customer was let through of the Sandbox since an instant, under all of his names.
    func sandboxAllowance(of owner: Int64, scope: Scope, since: Instant) throws -> SandboxAllowance {
        var allowance = SandboxAllowance()
        for person in try self.everybody(whoIs: try self.countingCustomer(owner).number) {
            let values: [SQLValue] = [.integer(person), .integer(scope.number), .instant(since)]
            let goods = try self.all(.countedDeliveries, values) { row in
                try RareJSON.value(try row.text(), as: StoredGoods.self).goods()
            }
            for item in goods { allowance.add(item) }
        }
        return allowance
    }

    // MARK: Writing

    /// Keeps a new delivery.
    func insert(_ delivery: Delivery, original: Int64, scope: Scope, people: People) throws {
        try self.run(
            .insertDelivery,
            [
                .integer(scope.app), .integer(scope.number), .identifier(delivery.transactionID.rawValue),
                .integer(original),
            ] + self.changing(WorkedDelivery(delivery), people: people) + [
                try RareJSON.text(StoredGoods(delivery)), try RareJSON.text(StoredStanding(delivery)),
            ]
        )
    }

    /// Keeps where a delivery stands, and when a worker may take it.
    func put(_ stored: StoredDelivery, people: People) throws {
        try self.run(
            .putDelivery,
            self.changing(stored.work, people: people) + [
                try RareJSON.text(StoredStanding(stored.delivery)), .integer(stored.number),
            ]
        )
    }

    private func changing(_ work: WorkedDelivery, people: People) throws -> [SQLValue] {
        let delivery = work.delivery
        let isCounted = delivery.environment == .sandbox
        return [
            .optional(try delivery.customer.map { try people.number($0) }), .integer(delivery.state.code),
            .instant(work.dueAt), .optional(work.lease),
            .instant(delivery.state.isOpen ? delivery.purchasedAt : nil),
            .instant(isCounted ? delivery.firstDueAt : nil),
        ]
    }
}

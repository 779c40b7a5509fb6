import Ledger

extension Session {
    /// A row of a delivery before the names in it are looked up.
    private struct DeliveryRow {
        let number: Int64
        let scope: Int64
        let transactionID: TransactionID
        let original: Int64
        let owner: Int64?
        let dueAt: Instant?
        let lease: Int64?
        let goods: StoredGoods
        let standing: StoredStanding
    }

    // MARK: Reading

    /// The deliveries that a query answers with.
    func deliveries(
        _ query: Query,
        _ values: [SQLValue],
        app: AppName,
        people: inout People
    ) throws -> [StoredDelivery] {
        let rows = try self.all(query, values) { row in
            DeliveryRow(
                number: try row.integer(),
                scope: try row.integer(),
                transactionID: TransactionID(try row.identifier()),
                original: try row.integer(),
                owner: try row.optionalInteger(),
                dueAt: try row.optionalInstant(),
                lease: try row.optionalInteger(),
                goods: try RareJSON.value(try row.text(), as: StoredGoods.self),
                standing: try RareJSON.value(try row.text(), as: StoredStanding.self)
            )
        }
        guard !rows.isEmpty else { return [] }
        guard let number = try self.knownApp(app) else { throw RepositoryError.corrupt }
        var environments: [Int64: StoreEnvironment] = [:]
        return try rows.map { row in
            let environment: StoreEnvironment
            if let known = environments[row.scope] {
                environment = known
            } else {
                let found = try self.first(.environmentOfScope, [.integer(row.scope)]) { row in
                    try row.coded(StoreEnvironment.self)
                }
                guard let found else { throw RepositoryError.corrupt }
                environment = found
                environments[row.scope] = found
            }
            var delivery = try row.goods.delivery(row.transactionID, app: app, environment: environment)
            try row.standing.apply(to: &delivery)
            delivery.customer = try row.owner.map { try people.name($0) }
            return StoredDelivery(
                number: row.number,
                scope: Scope(number: row.scope, app: number),
                original: row.original,
                work: WorkedDelivery(delivery, dueAt: row.dueAt, lease: row.lease)
            )
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
        let page: [SQLValue] = [.integer(position), .integer(Int64(limit))]
        var found: [StoredDelivery] = []
        if let customer = filter.customer {
            guard let holder = try self.holder(customer, app: number) else { return [] }
            let owners = holder.isSeveral ? try self.everybody(whoIs: holder.number) : [holder.number]
            for owner in owners {
                if let state = filter.state {
                    let values: [SQLValue] = [.integer(owner), .integer(state.code)]
                    found += try self.deliveries(
                        .deliveriesOfOwnerInState,
                        values + page,
                        app: app,
                        people: &people
                    )
                } else {
                    let values: [SQLValue] = [.integer(owner)]
                    found += try self.deliveries(.deliveriesOfOwner, values + page, app: app, people: &people)
                }
            }
            found = Array(found.sorted { $0.number < $1.number }.prefix(limit))
        } else if let state = filter.state {
            let values: [SQLValue] = [.integer(number), .integer(state.code)]
            found = try self.deliveries(.deliveriesInState, values + page, app: app, people: &people)
        } else {
            found = try self.deliveries(.deliveriesOfApp, [.integer(number)] + page, app: app, people: &people)
        }
        return found.map { PlacedDelivery(position: $0.number, delivery: $0.delivery) }
    }

    /// When the oldest purchase was made of those that are paid and not handed over.
    func oldestOpenPurchase(of app: AppName) throws -> Instant? {
        guard let number = try self.knownApp(app) else { return nil }
        return try self.first(.oldestOpenDelivery, [.integer(number), .integer(.min)]) { row in try row.instant() }
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

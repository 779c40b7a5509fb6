package import Ledger

extension Session {
    /// Leases due fulfillments and revocations to one worker; postpones those that cannot be read.
    package func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> FulfillmentLeases {
        guard let number = try self.knownApp(app) else { return FulfillmentLeases() }
        var people = CustomerCache(self)
        let rows = try self.fulfillmentRows(
            .fulfillments.dueFulfillments,
            [.integer(number), .instant(now), .integer(Int64(limit))]
        )
        guard !rows.isEmpty else { return FulfillmentLeases() }
        guard let lease = try self.first(.sinks.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        var leases: [FulfillmentLease] = []
        var unreadable: [FulfillmentID] = []
        for row in rows {
            let found = try ReadableRows.unlessUnreadable {
                try self.stored(row, in: environments, app: app, people: &people)
            }
            guard var stored = found, let leased = stored.work.lease(lease, at: now, until: until) else {
                try self.run(
                    .fulfillments.putOffFulfillment,
                    [.instant(now + FulfillmentLeases.putOff), .integer(row.number)]
                )
                unreadable.append(FulfillmentID(row.transactionID, in: environments[row.scope] ?? .production))
                continue
            }
            try self.put(stored, people: people)
            leases.append(leased)
        }
        return FulfillmentLeases(leases, unreadable: unreadable)
    }

    /// Returns whether anything is due.
    package func hasDueFulfillment(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.fulfillments.dueFulfillments, [.integer(number), .instant(now), .integer(1)]) { _ in true
        } ?? false
    }

    /// Records the outcome of a lease.
    package func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) throws -> Fulfillment? {
        var people = CustomerCache(self)
        let stored = try self.storedFulfillment(lease.fulfillment.id, of: lease.fulfillment.app, people: &people)
        guard var stored else { return nil }
        let former = stored.fulfillment
        guard var events = stored.work.conclude(lease, outcome, at: now) else { return nil }
        events += try self.releaseHold(&stored, since: former, at: now)
        try self.put(stored, people: people)
        try self.publish(events, of: stored, at: now, people: &people)
        return stored.fulfillment
    }

    /// Performs an action on a fulfillment.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer? {
        let answer = try self.answer(to: action, on: id, of: app, at: now, workersAt: workersAt, catalog: catalog)
        // The answer follows a commit, even where nothing had to change.
        try self.run(.transactions.countRepeat)
        return answer
    }

    private func answer(
        to action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer? {
        var people = CustomerCache(self)
        if case .release = action { return try self.release(id, of: app, at: now, catalog: catalog) }
        guard var stored = try self.storedFulfillment(id, of: app, people: &people) else { return nil }
        let former = stored.fulfillment
        let step = stored.work.perform(action, at: now, workersAt: workersAt)
        guard step.outcome == .done else { return FulfillmentAnswer(step.outcome, stored.fulfillment) }
        let events = try step.events + self.releaseHold(&stored, since: former, at: now)
        try self.put(stored, people: people)
        try self.publish(events, of: stored, at: now, people: &people)
        guard case .retry = action, let place = id.place else { return FulfillmentAnswer(.done, stored.fulfillment) }
        // What this server can do by itself, it does at once.
        _ = try self.evaluateFulfillments(of: place, in: stored.scope, at: now, catalog: catalog)
        return try self.storedFulfillment(id, of: app, people: &people).map { FulfillmentAnswer(.done, $0.fulfillment) }
    }

    /// Books in wallets what follows from a decision about frozen coins, and returns what else to publish.
    private func releaseHold(
        _ stored: inout StoredFulfillment,
        since former: Fulfillment,
        at now: Instant
    ) throws -> [EventName] {
        try stored.work.releaseHold(since: former, at: now) { order in
            switch try self.carryOut(order, app: former.app, environment: former.environment, coins: [:]) {
            case .success(let outcomes): outcomes
            // Coins that cannot be computed move nothing, and the operator's decision stays in force.
            case .failure: []
            }
        }
    }

    private func release(
        _ id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer? {
        var people = CustomerCache(self)
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        let former = try self.storedFulfillment(id, of: app, people: &people)?.fulfillment
        if let former, former.isReleased || former.state != .canceled {
            return FulfillmentAnswer(former.isReleased ? .already : .refused, former)
        }
        guard
            try self.evaluateFulfillments(
                of: place,
                in: scope,
                at: now,
                catalog: catalog,
                released: [place.transactionID]
            )
        else { return nil }
        return try self.storedFulfillment(id, of: app, people: &people).map { fulfillment in
            FulfillmentAnswer(fulfillment.fulfillment == former ? .refused : .done, fulfillment.fulfillment)
        }
    }

    /// Evaluates the fulfillments of a transaction's chain again and publishes the changes; returns whether the
    /// transaction is known.
    func evaluateFulfillments(
        of place: (transactionID: TransactionID, environment: StoreEnvironment),
        in scope: Scope,
        at now: Instant,
        catalog: Catalog,
        released: Set<TransactionID> = []
    ) throws -> Bool {
        guard let home = try self.home(of: place.transactionID, scope: scope) else { return false }
        let chain = try self.chain(of: try self.original(home), scope: scope)
        var context = RecordingContext(scope: scope, now: now, catalog: catalog)
        context.released = released
        var people = CustomerCache(self)
        let owned = try chain.owned(by: &people)
        let drafts = try self.evaluateFulfillments(
            in: chain,
            before: [chain],
            owned: owned,
            purchases: owned.chain.purchases,
            on: context,
            people: &people
        ).drafts
        if !drafts.isEmpty { try self.write(drafts, about: chain.root, on: context, people: &people) }
        return true
    }

    private func publish(
        _ events: [EventName],
        of stored: StoredFulfillment,
        at now: Instant,
        people: inout CustomerCache
    ) throws {
        guard !events.isEmpty else { return }
        let context = RecordingContext(scope: stored.scope, now: now)
        let root = try self.original(stored.original).root
        let drafts = events.map { FulfillmentEvaluation.draft($0, of: stored.fulfillment) }
        if stored.fulfillment.blocks(after: events) { try self.block(forRefundOf: stored.fulfillment, at: now) }
        try self.write(drafts, about: root, on: context, people: &people)
    }
}

import Ledger

extension Session {
    /// Leases what is to be done to one worker; what cannot be read is put off.
    func leaseDeliveries(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> DeliveryLeases {
        guard let number = try self.knownApp(app) else { return DeliveryLeases() }
        var people = People(session: self)
        let rows = try self.deliveryRows(.dueDeliveries, [.integer(number), .instant(now), .integer(Int64(limit))])
        guard !rows.isEmpty else { return DeliveryLeases() }
        guard let lease = try self.first(.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        var leases: [DeliveryLease] = []
        var unreadable: [DeliveryID] = []
        for row in rows {
            let found = try ReadableRows.unlessUnreadable {
                try self.stored(row, in: environments, app: app, people: &people)
            }
            guard var stored = found, let leased = stored.work.lease(lease, at: now, until: until) else {
                try self.run(.putOffDelivery, [.instant(now + DeliveryLeases.putOff), .integer(row.number)])
                unreadable.append(DeliveryID(row.transactionID, in: environments[row.scope] ?? .production))
                continue
            }
            try self.put(stored, people: people)
            leases.append(leased)
        }
        return DeliveryLeases(leases, unreadable: unreadable)
    }

    /// Whether anything is due.
    func hasDueDelivery(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.dueDeliveries, [.integer(number), .instant(now), .integer(1)]) { _ in true } ?? false
    }

    /// Takes note of what came of a lease.
    func conclude(_ lease: DeliveryLease, _ outcome: DeliveryOutcome, at now: Instant) throws -> Delivery? {
        var people = People(session: self)
        let stored = try self.storedDelivery(lease.delivery.id, of: lease.delivery.app, people: &people)
        guard var stored else { return nil }
        let former = stored.delivery
        guard var events = stored.work.conclude(lease, outcome, at: now) else { return nil }
        events += try self.thaw(&stored, since: former, at: now)
        try self.put(stored, people: people)
        try self.tell(events, of: stored, at: now, people: &people)
        return stored.delivery
    }

    /// Does something with a delivery.
    func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalogue: Catalogue
    ) throws -> DeliveryAnswer? {
        var people = People(session: self)
        if case .release = act { return try self.release(id, of: app, at: now, catalogue: catalogue) }
        guard var stored = try self.storedDelivery(id, of: app, people: &people) else { return nil }
        let former = stored.delivery
        let step = stored.work.act(act, at: now, workersAt: workersAt)
        guard step.outcome == .done else { return DeliveryAnswer(step.outcome, stored.delivery) }
        let events = try step.events + self.thaw(&stored, since: former, at: now)
        try self.put(stored, people: people)
        try self.tell(events, of: stored, at: now, people: &people)
        guard case .retry = act, let place = id.place else { return DeliveryAnswer(.done, stored.delivery) }
        // What this server can do itself it does at once.
        _ = try self.settleDeliveries(of: place, in: stored.scope, at: now, catalogue: catalogue)
        return try self.storedDelivery(id, of: app, people: &people).map { DeliveryAnswer(.done, $0.delivery) }
    }

    /// Has what follows in wallets from what somebody decided on frozen coins booked, and returns what to tell besides.
    private func thaw(_ stored: inout StoredDelivery, since former: Delivery, at now: Instant) throws -> [EventName] {
        let name = ScopeName(app: former.app, environment: former.environment)
        return try stored.work.thaw(since: former, at: now) { order in
            switch try self.carryOut(order, in: name, coins: [:]) {
            case .success(let outcomes): outcomes
            // What cannot be counted moves nothing, and his word stands.
            case .failure: []
            }
        }
    }

    private func release(
        _ id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) throws -> DeliveryAnswer? {
        var people = People(session: self)
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        let former = try self.storedDelivery(id, of: app, people: &people)?.delivery
        if let former, former.isReleased || former.state != .cancelled {
            return DeliveryAnswer(former.isReleased ? .already : .refused, former)
        }
        guard
            try self.settleDeliveries(
                of: place,
                in: scope,
                at: now,
                catalogue: catalogue,
                released: [place.transactionID]
            )
        else { return nil }
        return try self.storedDelivery(id, of: app, people: &people).map { delivery in
            DeliveryAnswer(delivery.delivery == former ? .refused : .done, delivery.delivery)
        }
    }

    /// Judges the deliveries of a transaction's chain anew and tells; whether the transaction is known.
    func settleDeliveries(
        of place: (transactionID: TransactionID, environment: StoreEnvironment),
        in scope: Scope,
        at now: Instant,
        catalogue: Catalogue,
        released: Set<TransactionID> = []
    ) throws -> Bool {
        guard let home = try self.home(of: place.transactionID, scope: scope) else { return false }
        let chain = try self.chain(of: try self.original(home), scope: scope)
        let occasion = Occasion(
            scope: scope,
            environment: place.environment,
            now: now,
            catalogue: catalogue,
            cause: nil,
            released: released
        )
        var people = People(session: self)
        let owned = try chain.owned(by: &people)
        let drafts = try self.settleDeliveries(
            in: chain,
            before: [chain],
            owned: owned,
            purchases: owned.chain.purchases,
            on: occasion,
            people: &people
        ).drafts
        if !drafts.isEmpty { try self.write(drafts, about: chain.root, on: occasion, people: &people) }
        return true
    }

    private func tell(
        _ events: [EventName],
        of stored: StoredDelivery,
        at now: Instant,
        people: inout People
    ) throws {
        guard !events.isEmpty else { return }
        let occasion = Occasion(
            scope: stored.scope,
            environment: stored.delivery.environment,
            now: now,
            catalogue: Catalogue(),
            cause: nil
        )
        let root = try self.original(stored.original).root
        let drafts = events.map { DeliverySettlement.draft($0, of: stored.delivery) }
        if stored.delivery.blocks(after: events) { try self.block(forRefundOf: stored.delivery, at: now) }
        try self.write(drafts, about: root, on: occasion, people: &people)
    }
}

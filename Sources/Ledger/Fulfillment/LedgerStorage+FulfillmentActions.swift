extension LedgerStorage {
    /// Leases due fulfillments and revocations to one worker; postpones those that cannot be read.
    package func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> FulfillmentLeases {
        var people = CustomerCache(self)
        let due = try self.dueFulfillments(of: app, at: now, limit: limit, people: &people)
        guard !due.isEmpty else { return FulfillmentLeases() }
        let lease = try self.nextLeaseNumber()
        var leases: [FulfillmentLease] = []
        var unreadable: [FulfillmentID] = []
        for (number, id, fulfillment) in due {
            guard var stored = fulfillment, let leased = stored.job.lease(lease, at: now, until: until) else {
                try self.putOffFulfillment(number, until: now + FulfillmentLeases.putOff)
                unreadable.append(id)
                continue
            }
            try self.put(stored, people: people)
            leases.append(leased)
        }
        return FulfillmentLeases(leases, unreadable: unreadable)
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
        guard let events = stored.job.conclude(lease, outcome, at: now) else { return nil }
        try self.save(&stored, since: former, publishing: events, at: now, people: &people)
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
        let answer =
            if case .release = action {
                try self.release(id, of: app, at: now, catalog: catalog)
            } else {
                try self.answer(to: action, on: id, of: app, at: now, workersAt: workersAt, catalog: catalog)
            }
        // The answer follows a commit, even where nothing had to change.
        try self.countRepeat()
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
        guard var stored = try self.storedFulfillment(id, of: app, people: &people) else { return nil }
        let former = stored.fulfillment
        let step = stored.job.perform(action, at: now, workersAt: workersAt)
        guard step.outcome == .done else { return FulfillmentAnswer(step.outcome, stored.fulfillment) }
        try self.save(&stored, since: former, publishing: step.events, at: now, people: &people)
        guard case .retry = action, let place = id.place else { return FulfillmentAnswer(.done, stored.fulfillment) }
        // What this server can do by itself, it does at once.
        _ = try self.evaluateFulfillments(of: place.transactionID, in: stored.scope, at: now, catalog: catalog)
        return try self.storedFulfillment(id, of: app, people: &people).map { FulfillmentAnswer(.done, $0.fulfillment) }
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
                of: place.transactionID,
                in: scope,
                at: now,
                catalog: catalog,
                isReleased: true
            )
        else { return nil }
        return try self.storedFulfillment(id, of: app, people: &people).map { stored in
            FulfillmentAnswer(stored.fulfillment == former ? .refused : .done, stored.fulfillment)
        }
    }

    /// Books what follows from a decision about frozen coins, saves the fulfillment and publishes its events.
    private func save(
        _ stored: inout NumberedFulfillment,
        since former: Fulfillment,
        publishing events: [EventName],
        at now: Instant,
        people: inout CustomerCache
    ) throws {
        let further = try stored.job.releaseHold(since: former, at: now) { request in
            switch try self.carryOut(request, app: former.app, environment: former.environment, coins: [:]) {
            case .success(let outcomes): outcomes
            // Coins that cannot be computed move nothing, and the operator's decision stays in force.
            case .failure: []
            }
        }
        let events = events + further
        try self.put(stored, people: people)
        guard !events.isEmpty else { return }
        let fulfillment = stored.fulfillment
        let root = try self.original(stored.original).root
        let drafts = events.map { FulfillmentEvaluation.draft($0, of: fulfillment) }
        if fulfillment.blocks(after: events) { try self.block(forRefundOf: fulfillment, at: now) }
        let context = RecordingContext(scope: stored.scope, now: now)
        try self.write(drafts, about: root, on: context, people: &people)
    }
}

import Ledger

extension Session {
    /// Leases what is to be done to one worker.
    func leaseDeliveries(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> [DeliveryLease] {
        guard let number = try self.knownApp(app) else { return [] }
        var people = People(session: self)
        let values: [SQLValue] = [.integer(number), .instant(now), .integer(Int64(limit))]
        let due = try self.dueDeliveries(values, app: app, people: &people)
        guard !due.isEmpty else { return [] }
        guard let lease = try self.first(.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return try due.map { stored in
            var delivery = stored.delivery
            guard let call = delivery.begin(at: now) else { throw RepositoryError.corrupt }
            try self.put(delivery, of: stored.number, dueAt: until, lease: lease, people: people)
            return DeliveryLease(delivery: delivery, call: call, number: lease)
        }
    }

    /// Whether anything is due.
    func hasDueDelivery(of app: AppName, at now: Instant) throws -> Bool {
        guard let number = try self.knownApp(app) else { return false }
        return try self.first(.dueDeliveries, [.integer(number), .instant(now), .integer(1)]) { _ in true } ?? false
    }

    /// Takes note of what came of a lease.
    func conclude(_ lease: DeliveryLease, _ outcome: DeliveryOutcome, at now: Instant) throws -> Delivery? {
        var people = People(session: self)
        let app = lease.delivery.app
        guard let stored = try self.storedDelivery(lease.delivery.id, of: app, people: &people),
            stored.lease == lease.number, stored.delivery.state.isInCall
        else { return nil }
        var delivery = stored.delivery
        let step: DeliveryStep
        var retryAt: Instant?
        switch outcome {
        case .confirmed(let recovered):
            step = delivery.confirm(lease.call.kind, by: .fulfiller, recovered: recovered, at: now)
        case .failed(let failure, let isCertain, let at):
            retryAt = at
            step = delivery.fail(failure, isCertain: isCertain, isParking: at == nil, at: now)
        case .untold(let at):
            retryAt = at
            step = delivery.putOff(at: now)
        }
        // What is still the same call waits for its next try; what is another begins at once.
        let dueAt =
            delivery.call == stored.delivery.call && Self.firstDue(delivery) != nil
            ? retryAt : Self.firstDue(delivery)
        try self.put(delivery, of: stored.number, dueAt: dueAt, lease: nil, people: people)
        try self.tell(step.events, of: delivery, stored, at: now, people: &people)
        return delivery
    }

    /// Does something with a delivery.
    func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) throws -> DeliveryAnswer? {
        var people = People(session: self)
        if case .release = act { return try self.release(id, of: app, at: now, catalogue: catalogue) }
        guard let stored = try self.storedDelivery(id, of: app, people: &people) else { return nil }
        var delivery = stored.delivery
        let step: DeliveryStep
        switch act {
        case .confirm(let kind, let confirmer, let recovered):
            step = delivery.confirm(kind, by: confirmer, recovered: recovered, at: now)
        case .fail(let failure):
            _ = delivery.begin(at: now)
            step = delivery.fail(failure, isCertain: true, isFinal: true, at: now)
        case .retry:
            // Somebody is at it just now.
            if stored.lease != nil, delivery.state.isInCall { return DeliveryAnswer(.already, delivery) }
            step = delivery.retry(at: now)
        case .park: step = delivery.park(.byHand, at: now)
        case .release: return nil
        }
        guard step.outcome == .done else { return DeliveryAnswer(step.outcome, stored.delivery) }
        // Whatever lease there was is over; what is tried again at once may be taken at once.
        try self.put(delivery, of: stored.number, dueAt: Self.firstDue(delivery), lease: nil, people: people)
        try self.tell(step.events, of: delivery, stored, at: now, people: &people)
        return DeliveryAnswer(.done, delivery)
    }

    private func release(
        _ id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) throws -> DeliveryAnswer? {
        var people = People(session: self)
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment)),
            let home = try self.home(of: place.transactionID, scope: scope)
        else { return nil }
        let former = try self.storedDelivery(id, of: app, people: &people)?.delivery
        if let former, former.isReleased || former.state != .cancelled {
            return DeliveryAnswer(former.isReleased ? .already : .refused, former)
        }
        let chain = try self.chain(of: try self.original(home), scope: scope)
        let occasion = Occasion(
            scope: scope,
            environment: place.environment,
            now: now,
            catalogue: catalogue,
            cause: nil,
            released: [place.transactionID]
        )
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
        return try self.storedDelivery(id, of: app, people: &people).map { delivery in
            DeliveryAnswer(delivery.delivery == former ? .refused : .done, delivery.delivery)
        }
    }

    private func dueDeliveries(_ values: [SQLValue], app: AppName, people: inout People) throws -> [StoredDelivery] {
        try self.deliveries(.dueDeliveries, values, app: app, people: &people)
    }

    private func tell(
        _ events: [EventName],
        of delivery: Delivery,
        _ stored: StoredDelivery,
        at now: Instant,
        people: inout People
    ) throws {
        guard !events.isEmpty else { return }
        let occasion = Occasion(
            scope: stored.scope,
            environment: delivery.environment,
            now: now,
            catalogue: Catalogue(),
            cause: nil
        )
        let root = try self.original(stored.original).root
        let drafts = events.map { DeliverySettlement.draft($0, of: delivery) }
        try self.write(drafts, about: root, on: occasion, people: &people)
    }
}

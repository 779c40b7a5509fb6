import Ledger

extension Books {
    /// What a unit shows of transactions.
    struct Shown {
        var doubted: Set<TransactionID> = []
        var vouched: Set<TransactionID> = []
        var released: Set<TransactionID> = []
        var asksApple = false
    }

    /// Judges the deliveries of a chain anew, and tells.
    mutating func settleDeliveries(
        of owned: OwnedChain,
        root: OriginalTransactionID,
        in scope: Scope,
        known: Set<TransactionID>,
        shown: Shown,
        at now: Instant,
        catalogue: Catalogue,
        cause: EvidenceDigest?,
        isTold: Bool
    ) {
        guard let policy = catalogue.deliveries else { return }
        let ids = Set(owned.chain.transactions.map(\.transactionID))
        let own = self.deliveries.all.filter { $0.scope == scope }.map(\.delivery)
        var books = BooksDeliveryBooks(
            books: self,
            scope: scope,
            counted: scope.environment == .sandbox ? own.filter { $0.firstDueAt != nil } : []
        )
        let settlement = DeliverySettlement(
            of: owned,
            purchases: owned.chain.purchases,
            known: own.filter { ids.contains($0.transactionID) },
            occasion: DeliveryOccasion(
                app: scope.app,
                environment: scope.environment,
                now: now,
                catalogue: catalogue,
                doubted: shown.doubted.subtracting(known),
                vouched: shown.vouched,
                released: shown.released,
                asksApple: shown.asksApple
            ),
            policy: policy,
            books: &books
        )
        self = books.books
        for delivery in settlement.changed { self.deliveries.keep(delivery, in: scope) }
        if settlement.asksApple { self.outbox.askAtOnce(about: root, in: scope, at: now) }
        if isTold { self.outbox.write(settlement.drafts, in: scope, about: root, at: now, cause: cause) }
    }

    /// The originals of consumables that a unit shows as genuine and that until now only an app had shown.
    func originalsVouched(by intake: Intake, in scope: Scope) -> Set<OriginalTransactionID> {
        guard intake.catalogue.deliveries != nil else { return [] }
        let shown = intake.transactions.filter { $0.kind == .consumable && intake.vouched.contains($0.transactionID) }
        let doubted = Set(
            self.deliveries.all.filter { $0.scope == scope && $0.delivery.isUnconfirmed }.flatMap { kept in
                self.facts[scope]?.members(of: kept.delivery.originalTransactionID)
                    ?? [kept.delivery.originalTransactionID]
            }
        )
        return doubted.intersection(shown.map(\.originalTransactionID))
    }

    /// Whether an app is to finish what it submitted.
    func finish(_ intake: Intake, in scope: Scope, wasSubmittedBefore: Bool) -> DeliveryFinish? {
        guard intake.catalogue.deliveries != nil else { return nil }
        let answers = intake.finishing.compactMap { submission -> DeliveryFinish? in
            guard let chain = self.chain(of: submission.transactionID, in: scope)?.chain,
                let purchase = chain.purchases.first(where: { $0.transactionIDs.contains(submission.transactionID) })
            else { return nil }
            let own = self.deliveries.all.filter { kept in
                kept.scope == scope && purchase.transactionIDs.contains(kept.delivery.transactionID)
            }
            return DeliveryFinish(
                own.map(\.delivery),
                submittedAt: intake.receivedAt,
                wasSubmittedBefore: submission == intake.submission && wasSubmittedBefore
            )
        }
        return DeliveryFinish.joined(answers)
    }

    /// Leases what is to be done.
    mutating func leaseDeliveries(of app: AppName, at now: Instant, until: Instant, limit: Int) -> [DeliveryLease] {
        let due = self.deliveries.all.indices
            .compactMap { place in self.deliveries.all[place].work.dueAt.map { (place: place, dueAt: $0) } }
            .filter { self.deliveries.all[$0.place].scope.app == app && $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.place) < ($1.dueAt, $1.place) }
            .prefix(limit)
        guard !due.isEmpty else { return [] }
        self.deliveries.leases += 1
        return due.compactMap { item in
            self.deliveries.all[item.place].work.lease(self.deliveries.leases, at: now, until: until)
        }
    }

    /// Takes note of what came of a lease.
    mutating func conclude(_ lease: DeliveryLease, _ outcome: DeliveryOutcome, at now: Instant) -> Delivery? {
        guard let place = self.deliveries.place(of: lease.delivery.id, app: lease.delivery.app),
            case let former = self.deliveries.all[place].delivery,
            var events = self.deliveries.all[place].work.conclude(lease, outcome, at: now)
        else { return nil }
        events += self.thaw(at: place, since: former, now: now)
        let delivery = self.deliveries.all[place].delivery
        self.tell(events, of: delivery, at: now)
        return delivery
    }

    /// Does something with a delivery.
    mutating func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalogue: Catalogue
    ) -> DeliveryAnswer? {
        if case .release = act { return self.release(id, of: app, at: now, catalogue: catalogue) }
        guard let place = self.deliveries.place(of: id, app: app) else { return nil }
        let former = self.deliveries.all[place].delivery
        let step = self.deliveries.all[place].work.act(act, at: now, workersAt: workersAt)
        guard step.outcome == .done else { return DeliveryAnswer(step.outcome, former) }
        let events = step.events + self.thaw(at: place, since: former, now: now)
        let delivery = self.deliveries.all[place].delivery
        self.tell(events, of: delivery, at: now)
        guard case .retry = act, let name = id.place else { return DeliveryAnswer(.done, delivery) }
        _ = self.settleDeliveries(of: name, app: app, at: now, catalogue: catalogue)
        return DeliveryAnswer(.done, self.deliveries.all[place].delivery)
    }

    /// Has what follows in wallets from what somebody decided on frozen coins booked, and returns what to tell besides.
    private mutating func thaw(at place: Int, since former: Delivery, now: Instant) -> [EventName] {
        var work = self.deliveries.all[place].work
        let events = work.thaw(since: former, at: now) { (order) throws(Never) in
            let result = self.carryOut(order, app: former.app, environment: former.environment, coins: [:])
            return (try? result.get()) ?? []
        }
        self.deliveries.all[place].work = work
        return events
    }

    private mutating func release(
        _ id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) -> DeliveryAnswer? {
        guard let name = id.place else { return nil }
        let former = self.deliveries.place(of: id, app: app).map { self.deliveries.all[$0].delivery }
        if let former, former.isReleased || former.state != .cancelled {
            return DeliveryAnswer(former.isReleased ? .already : .refused, former)
        }
        let released: Set = [name.transactionID]
        guard self.settleDeliveries(of: name, app: app, at: now, catalogue: catalogue, released: released) else {
            return nil
        }
        return self.deliveries.place(of: id, app: app).map { place in
            let delivery = self.deliveries.all[place].delivery
            return DeliveryAnswer(delivery == former ? .refused : .done, delivery)
        }
    }

    /// Judges the deliveries of a transaction's chain anew and tells; whether the transaction is known.
    mutating func settleDeliveries(
        of place: (transactionID: TransactionID, environment: StoreEnvironment),
        app: AppName,
        at now: Instant,
        catalogue: Catalogue,
        released: Set<TransactionID> = []
    ) -> Bool {
        let scope = Scope(app: app, environment: place.environment)
        guard let owned = self.chain(of: place.transactionID, in: scope),
            let original = self.facts[scope]?.original(of: place.transactionID),
            let root = self.facts[scope]?.root(of: original)
        else { return false }
        self.settleDeliveries(
            of: owned,
            root: root,
            in: scope,
            known: Set(owned.chain.transactions.map(\.transactionID)),
            shown: Shown(released: released),
            at: now,
            catalogue: catalogue,
            cause: nil,
            isTold: true
        )
        return true
    }

    private mutating func tell(_ events: [EventName], of delivery: Delivery, at now: Instant) {
        let scope = Scope(app: delivery.app, environment: delivery.environment)
        let drafts = events.map { DeliverySettlement.draft($0, of: delivery) }
        let root = self.facts[scope]?.root(of: delivery.originalTransactionID)
        if delivery.blocks(after: events) { self.block(forRefundOf: delivery, at: now) }
        self.outbox.write(drafts, in: scope, about: root, at: now, cause: nil)
    }
}

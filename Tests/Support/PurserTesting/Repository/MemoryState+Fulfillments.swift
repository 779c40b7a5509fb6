import Ledger

extension MemoryState {
    /// The transactions in a unit.
    struct Shown {
        var doubted: Set<TransactionID> = []
        var vouched: Set<TransactionID> = []
        var released: Set<TransactionID> = []
        var asksApple = false
    }

    /// Evaluates the fulfillments of a chain and publishes the changes.
    mutating func evaluateFulfillments(
        of owned: OwnedChain,
        root: OriginalTransactionID,
        in scope: Scope,
        known: Set<TransactionID>,
        shown: Shown,
        at now: Instant,
        catalog: Catalog,
        cause: EvidenceDigest?,
        isPublished: Bool
    ) {
        guard let policy = catalog.fulfillment else { return }
        let ids = Set(owned.chain.transactions.map(\.transactionID))
        let own = self.fulfillments.all.filter { $0.scope == scope }.map(\.fulfillment)
        var unitOfWork = MemoryFulfillmentUnitOfWork(
            memory: self,
            scope: scope,
            counted: scope.environment == .sandbox ? own.filter { $0.firstDueAt != nil } : []
        )
        let settlement = FulfillmentEvaluation(
            of: owned,
            purchases: owned.chain.purchases,
            known: own.filter { ids.contains($0.transactionID) },
            context: FulfillmentContext(
                app: scope.app,
                environment: scope.environment,
                now: now,
                catalog: catalog,
                doubted: shown.doubted.subtracting(known),
                vouched: shown.vouched,
                released: shown.released,
                asksApple: shown.asksApple
            ),
            policy: policy,
            unitOfWork: &unitOfWork
        )
        self = unitOfWork.memory
        for fulfillment in settlement.changed { self.fulfillments.keep(fulfillment, in: scope) }
        if settlement.asksApple { self.outbox.askAtOnce(about: root, in: scope, at: now) }
        if isPublished { self.outbox.write(settlement.drafts, in: scope, about: root, at: now, cause: cause) }
    }

    /// The originals of consumables that a unit shows as genuine and that until now only an app had shown.
    func originalsVouched(by intake: Intake, in scope: Scope) -> Set<OriginalTransactionID> {
        guard intake.catalog.fulfillment != nil else { return [] }
        let shown = intake.transactions.filter { $0.kind == .consumable && intake.vouched.contains($0.transactionID) }
        let doubted = Set(
            self.fulfillments.all.filter { $0.scope == scope && $0.fulfillment.isUnconfirmed }.flatMap { kept in
                self.facts[scope]?.members(of: kept.fulfillment.originalTransactionID)
                    ?? [kept.fulfillment.originalTransactionID]
            }
        )
        return doubted.intersection(shown.map(\.originalTransactionID))
    }

    /// Whether an app is to finish what it submitted.
    func finish(_ intake: Intake, in scope: Scope, wasSubmittedBefore: Bool) -> FulfillmentFinish? {
        guard intake.catalog.fulfillment != nil else { return nil }
        let answers = intake.finishing.compactMap { submission -> FulfillmentFinish? in
            guard let chain = self.chain(of: submission.transactionID, in: scope)?.chain,
                let purchase = chain.purchases.first(where: { $0.transactionIDs.contains(submission.transactionID) })
            else { return nil }
            let own = self.fulfillments.all.filter { kept in
                kept.scope == scope && purchase.transactionIDs.contains(kept.fulfillment.transactionID)
            }
            return FulfillmentFinish(
                own.map(\.fulfillment),
                submittedAt: intake.receivedAt,
                wasSubmittedBefore: submission == intake.submission && wasSubmittedBefore
            )
        }
        return FulfillmentFinish.joined(answers)
    }

    /// Leases what is to be done.
    mutating func leaseFulfillments(of app: AppName, at now: Instant, until: Instant, limit: Int) -> [FulfillmentLease]
    {
        let due = self.fulfillments.all.indices
            .compactMap { place in self.fulfillments.all[place].work.dueAt.map { (place: place, dueAt: $0) } }
            .filter { self.fulfillments.all[$0.place].scope.app == app && $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.place) < ($1.dueAt, $1.place) }
            .prefix(limit)
        guard !due.isEmpty else { return [] }
        self.fulfillments.leases += 1
        return due.compactMap { item in
            self.fulfillments.all[item.place].work.lease(self.fulfillments.leases, at: now, until: until)
        }
    }

    /// Stores the outcome of a lease.
    mutating func conclude(_ lease: FulfillmentLease, _ outcome: FulfillmentOutcome, at now: Instant) -> Fulfillment? {
        guard let place = self.fulfillments.place(of: lease.fulfillment.id, app: lease.fulfillment.app),
            case let former = self.fulfillments.all[place].fulfillment,
            var events = self.fulfillments.all[place].work.conclude(lease, outcome, at: now)
        else { return nil }
        events += self.releaseHold(at: place, since: former, now: now)
        let fulfillment = self.fulfillments.all[place].fulfillment
        self.publish(events, of: fulfillment, at: now)
        return fulfillment
    }

    /// Does something with a fulfillment.
    mutating func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) -> FulfillmentAnswer? {
        if case .release = action { return self.release(id, of: app, at: now, catalog: catalog) }
        guard let place = self.fulfillments.place(of: id, app: app) else { return nil }
        let former = self.fulfillments.all[place].fulfillment
        let step = self.fulfillments.all[place].work.perform(action, at: now, workersAt: workersAt)
        guard step.outcome == .done else { return FulfillmentAnswer(step.outcome, former) }
        let events = step.events + self.releaseHold(at: place, since: former, now: now)
        let fulfillment = self.fulfillments.all[place].fulfillment
        self.publish(events, of: fulfillment, at: now)
        guard case .retry = action, let name = id.place else { return FulfillmentAnswer(.done, fulfillment) }
        _ = self.evaluateFulfillments(of: name, app: app, at: now, catalog: catalog)
        return FulfillmentAnswer(.done, self.fulfillments.all[place].fulfillment)
    }

    /// Books what follows in wallets from a decision on coins under a hold, and returns what to publish
    /// besides.
    private mutating func releaseHold(at place: Int, since former: Fulfillment, now: Instant) -> [EventName] {
        var work = self.fulfillments.all[place].work
        let events = work.releaseHold(since: former, at: now) { (order) throws(Never) in
            let result = self.carryOut(order, app: former.app, environment: former.environment, coins: [:])
            return (try? result.get()) ?? []
        }
        self.fulfillments.all[place].work = work
        return events
    }

    private mutating func release(
        _ id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        catalog: Catalog
    ) -> FulfillmentAnswer? {
        guard let name = id.place else { return nil }
        let former = self.fulfillments.place(of: id, app: app).map { self.fulfillments.all[$0].fulfillment }
        if let former, former.isReleased || former.state != .canceled {
            return FulfillmentAnswer(former.isReleased ? .already : .refused, former)
        }
        let released: Set = [name.transactionID]
        guard self.evaluateFulfillments(of: name, app: app, at: now, catalog: catalog, released: released) else {
            return nil
        }
        return self.fulfillments.place(of: id, app: app).map { place in
            let fulfillment = self.fulfillments.all[place].fulfillment
            return FulfillmentAnswer(fulfillment == former ? .refused : .done, fulfillment)
        }
    }

    /// Evaluates the fulfillments of a transaction's chain and publishes the changes.
    ///
    /// Returns whether the chain is known.
    mutating func evaluateFulfillments(
        of place: (transactionID: TransactionID, environment: StoreEnvironment),
        app: AppName,
        at now: Instant,
        catalog: Catalog,
        released: Set<TransactionID> = []
    ) -> Bool {
        let scope = Scope(app: app, environment: place.environment)
        guard let owned = self.chain(of: place.transactionID, in: scope),
            let original = self.facts[scope]?.original(of: place.transactionID),
            let root = self.facts[scope]?.root(of: original)
        else { return false }
        self.evaluateFulfillments(
            of: owned,
            root: root,
            in: scope,
            known: Set(owned.chain.transactions.map(\.transactionID)),
            shown: Shown(released: released),
            at: now,
            catalog: catalog,
            cause: nil,
            isPublished: true
        )
        return true
    }

    private mutating func publish(_ events: [EventName], of fulfillment: Fulfillment, at now: Instant) {
        let scope = Scope(app: fulfillment.app, environment: fulfillment.environment)
        let drafts = events.map { FulfillmentEvaluation.draft($0, of: fulfillment) }
        let root = self.facts[scope]?.root(of: fulfillment.originalTransactionID)
        if fulfillment.blocks(after: events) { self.block(forRefundOf: fulfillment, at: now) }
        self.outbox.write(drafts, in: scope, about: root, at: now, cause: nil)
    }
}

import Ledger

extension Books {
    private struct Questions: DeliveryBooks {
        let counted: [Delivery]

        func allowance(of customer: CustomerID, since: Instant) throws(Never) -> SandboxAllowance {
            var allowance = SandboxAllowance()
            for delivery in self.counted where delivery.customer == customer && delivery.createdAt >= since {
                allowance.add(delivery.goods)
            }
            return allowance
        }

        func isNamedByOrder(_ purchase: Purchase) throws(Never) -> Bool { false }

        func book(_ call: DeliveryCall, of delivery: Delivery) throws(Never) -> DeliveryBooking? { nil }
    }

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
            books: Questions(counted: scope.environment == .sandbox ? own.filter { $0.rounds > 0 } : [])
        )
        for delivery in settlement.changed { self.deliveries.keep(delivery, in: scope) }
        if settlement.asksApple { self.outbox.askAtOnce(about: root, in: scope, at: now) }
        if isTold { self.outbox.write(settlement.drafts, in: scope, about: root, at: now, cause: cause) }
    }

    /// Whether an app is to finish what it submitted.
    func finish(_ intake: Intake, in scope: Scope, wasSubmittedBefore: Bool) -> DeliveryFinish? {
        guard intake.catalogue.deliveries != nil, let submission = intake.submission,
            let chain = self.chain(of: submission.transactionID, in: scope)?.chain,
            let purchase = chain.purchases.first(where: { $0.transactionIDs.contains(submission.transactionID) })
        else { return nil }
        let own = self.deliveries.all.filter { kept in
            kept.scope == scope && purchase.transactionIDs.contains(kept.delivery.transactionID)
        }
        return DeliveryFinish(
            own.map(\.delivery),
            submittedAt: intake.receivedAt,
            wasSubmittedBefore: wasSubmittedBefore
        )
    }

    /// Leases what is to be done.
    mutating func leaseDeliveries(of app: AppName, at now: Instant, until: Instant, limit: Int) -> [DeliveryLease] {
        let due = self.deliveries.all.indices
            .compactMap { place in self.deliveries.all[place].dueAt.map { (place: place, dueAt: $0) } }
            .filter { self.deliveries.all[$0.place].scope.app == app && $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.place) < ($1.dueAt, $1.place) }
            .prefix(limit)
        guard !due.isEmpty else { return [] }
        self.deliveries.leases += 1
        return due.compactMap { item in
            guard let call = self.deliveries.all[item.place].delivery.begin(at: now) else { return nil }
            self.deliveries.all[item.place].dueAt = until
            self.deliveries.all[item.place].lease = self.deliveries.leases
            let delivery = self.deliveries.all[item.place].delivery
            return DeliveryLease(delivery: delivery, call: call, number: self.deliveries.leases)
        }
    }

    /// Takes note of what came of a lease.
    mutating func conclude(_ lease: DeliveryLease, _ outcome: DeliveryOutcome, at now: Instant) -> Delivery? {
        guard let place = self.deliveries.place(of: lease.delivery.id, app: lease.delivery.app),
            self.deliveries.all[place].lease == lease.number, self.deliveries.all[place].delivery.state.isInCall
        else { return nil }
        let former = self.deliveries.all[place].delivery
        var delivery = former
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
        let firstDue = BooksDeliveries.firstDue(delivery)
        self.deliveries.all[place].delivery = delivery
        self.deliveries.all[place].lease = nil
        self.deliveries.all[place].dueAt = delivery.call == former.call && firstDue != nil ? retryAt : firstDue
        self.tell(step.events, of: delivery, at: now)
        return delivery
    }

    /// Does something with a delivery.
    mutating func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) -> DeliveryAnswer? {
        if case .release = act { return self.release(id, of: app, at: now, catalogue: catalogue) }
        guard let place = self.deliveries.place(of: id, app: app) else { return nil }
        let kept = self.deliveries.all[place]
        var delivery = kept.delivery
        let step: DeliveryStep
        switch act {
        case .confirm(let kind, let confirmer, let recovered):
            step = delivery.confirm(kind, by: confirmer, recovered: recovered, at: now)
        case .fail(let failure):
            _ = delivery.begin(at: now)
            step = delivery.fail(failure, isCertain: true, isFinal: true, at: now)
        case .retry:
            if kept.lease != nil, delivery.state.isInCall { return DeliveryAnswer(.already, delivery) }
            step = delivery.retry(at: now)
        case .park: step = delivery.park(.byHand, at: now)
        case .release: return nil
        }
        guard step.outcome == .done else { return DeliveryAnswer(step.outcome, kept.delivery) }
        self.deliveries.all[place].delivery = delivery
        self.deliveries.all[place].lease = nil
        self.deliveries.all[place].dueAt = BooksDeliveries.firstDue(delivery)
        self.tell(step.events, of: delivery, at: now)
        return DeliveryAnswer(.done, delivery)
    }

    private mutating func release(
        _ id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) -> DeliveryAnswer? {
        guard let name = id.place else { return nil }
        let scope = Scope(app: app, environment: name.environment)
        guard let owned = self.chain(of: name.transactionID, in: scope),
            let root = self.facts[scope]?.original(of: name.transactionID).flatMap({ self.facts[scope]?.root(of: $0) })
        else { return nil }
        let former = self.deliveries.place(of: id, app: app).map { self.deliveries.all[$0].delivery }
        if let former, former.isReleased || former.state != .cancelled {
            return DeliveryAnswer(former.isReleased ? .already : .refused, former)
        }
        self.settleDeliveries(
            of: owned,
            root: root,
            in: scope,
            known: Set(owned.chain.transactions.map(\.transactionID)),
            shown: Shown(released: [name.transactionID]),
            at: now,
            catalogue: catalogue,
            cause: nil,
            isTold: true
        )
        return self.deliveries.place(of: id, app: app).map { place in
            let delivery = self.deliveries.all[place].delivery
            return DeliveryAnswer(delivery == former ? .refused : .done, delivery)
        }
    }

    private mutating func tell(_ events: [EventName], of delivery: Delivery, at now: Instant) {
        let scope = Scope(app: delivery.app, environment: delivery.environment)
        let drafts = events.map { DeliverySettlement.draft($0, of: delivery) }
        let root = self.facts[scope]?.root(of: delivery.originalTransactionID)
        self.outbox.write(drafts, in: scope, about: root, at: now, cause: nil)
    }
}

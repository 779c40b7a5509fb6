import Notation

/// The deliveries of a chain now that something is known that was not, or that somebody has decided something.
///
/// One thing bought once makes one delivery, by whichever of the transactions that stand for it was known first.
package struct DeliverySettlement: Sendable {
    /// The deliveries that are new or others, as they are now.
    package private(set) var changed: [Delivery] = []
    /// What to tell, in order.
    package private(set) var drafts: [Telling.Draft] = []
    /// Whether a delivery waits for Apple's word on its purchase.
    package private(set) var asksApple = false

    let occasion: DeliveryOccasion
    let policy: DeliveryPolicy
    private var admitted: [CustomerID: SandboxAllowance] = [:]

    /// Settles all deliveries of a chain.
    ///
    /// - Parameters:
    ///   - owned: The chain as it is.
    ///   - purchases: Its purchases.
    ///   - known: The deliveries that were made for it.
    ///   - occasion: What is known besides.
    ///   - policy: The app's policy.
    ///   - books: What is asked of the books, and what is booked in them.
    /// - Throws: What the books throw.
    package init<Books: DeliveryBooks>(
        of owned: OwnedChain,
        purchases: [Purchase],
        known: [Delivery],
        occasion: DeliveryOccasion,
        policy: DeliveryPolicy,
        books: inout Books
    ) throws(Books.Failure) {
        self.occasion = occasion
        self.policy = policy
        var byTransaction: [TransactionID: Delivery] = [:]
        for delivery in known { byTransaction[delivery.transactionID] = delivery }
        for purchase in purchases {
            let owner = owned.claims[purchase.transactionIDs[0]]?.owner
            let own = purchase.transactionIDs.compactMap { byTransaction[$0] }.sorted(by: Self.precedes)
            if own.isEmpty {
                guard let made = self.make(for: purchase, owner: owner) else { continue }
                try self.settle(made, isNew: true, isTwin: false, purchase, owner: owner, books: &books)
            }
            for (place, delivery) in own.enumerated() {
                try self.settle(delivery, isNew: false, isTwin: place > 0, purchase, owner: owner, books: &books)
            }
        }
    }

    /// What to tell of a delivery.
    package static func draft(_ name: EventName, of delivery: Delivery) -> Telling.Draft {
        var json = JSONText()
        json.add("environment", delivery.environment.rawValue)
        json.add("delivery") { $0.describe(delivery) }
        return Telling.Draft(recipient: delivery.customer, name: name, body: json.bytes)
    }

    /// Of several deliveries of one purchase, the one that counts comes first.
    private static func precedes(_ left: Delivery, _ right: Delivery) -> Bool {
        func rank(_ delivery: Delivery) -> Int {
            if delivery.confirmedAt != nil { return 0 }
            return delivery.state.isInCall || delivery.isInDoubt ? 1 : 2
        }
        if rank(left) != rank(right) { return rank(left) < rank(right) }
        return left.id < right.id
    }

    private func make(for purchase: Purchase, owner: CustomerID?) -> Delivery? {
        let snapshot = purchase.snapshot
        let goods: DeliveryGoods
        do throws(DeliveryGoodsError) {
            guard let found = try DeliveryGoods(snapshot, catalogue: self.occasion.catalogue) else { return nil }
            goods = found
        } catch {
            goods = DeliveryGoods(
                productID: snapshot.productID,
                kind: snapshot.kind,
                quantity: snapshot.quantity,
                flaw: error == .quantity ? .quantity : .uncountable
            )
        }
        let ids = purchase.transactionIDs
        // Whatever else stands for the purchase may be what shows that it is genuine.
        let isDoubted = ids.allSatisfy(self.occasion.doubted.contains)
        let anchor = ids.first { self.occasion.vouched.contains($0) } ?? ids[0]
        var delivery = Delivery(
            transactionID: anchor,
            originalTransactionID: snapshot.originalTransactionID,
            app: self.occasion.app,
            environment: self.occasion.environment,
            goods: goods,
            purchasedAt: purchase.begunAt,
            createdAt: self.occasion.now,
            demand: DeliveryDemand(handing: .wait(.unclaimed), taken: 0, consequence: .nothing)
        )
        delivery.isUnconfirmed = isDoubted
        delivery.asksApple = isDoubted && self.occasion.asksApple
        delivery.isReleased = ids.contains(where: self.occasion.released.contains)
        delivery.customer = owner
        let demand = self.demand(of: &delivery, purchase, owner: owner, isTwin: false)
        switch demand.handing {
        // Of these there never was anything to hand over.
        case .nothing(.notPaid), .nothing(.refunded): return nil
        case .deliver, .wait, .park, .nothing: return delivery
        }
    }

    /// What is wanted of a delivery; what its refund does is settled when there is one first, whatever the catalogue says
    /// later.
    private func demand(
        of delivery: inout Delivery,
        _ purchase: Purchase,
        owner: CustomerID?,
        isTwin: Bool
    ) -> DeliveryDemand {
        let snapshot = purchase.snapshot
        var evidence = DeliveryEvidence(
            environment: self.occasion.environment,
            kind: snapshot.kind,
            purchasedAt: purchase.begunAt,
            isPaid: purchase.isPaid,
            revocation: snapshot.revocation,
            owner: owner
        )
        evidence.hasCoins = !delivery.goods.coins.isEmpty
        evidence.onRefund =
            delivery.refundConsequence ?? self.occasion.catalogue.products[snapshot.productID]?.onRefund
        if evidence.isRefunded { delivery.refundConsequence = evidence.consequence }
        evidence.isUnconfirmed = delivery.isUnconfirmed && delivery.asksApple
        evidence.isReportFrozen = purchase.isReportFrozen
        evidence.isOverCap = delivery.isOverCap
        evidence.isTwin = isTwin
        evidence.isBooked = delivery.confirmedBy == .booking
        evidence.flaw = delivery.goods.flaw
        evidence.isReleased = delivery.isReleased
        return evidence.demand(policy: self.policy, catalogue: self.occasion.catalogue)
    }

    private mutating func settle<Books: DeliveryBooks>(
        _ former: Delivery,
        isNew: Bool,
        isTwin: Bool,
        _ purchase: Purchase,
        owner: CustomerID?,
        books: inout Books
    ) throws(Books.Failure) {
        var delivery = former
        if purchase.transactionIDs.contains(where: self.occasion.vouched.contains) { delivery.isUnconfirmed = false }
        if purchase.transactionIDs.contains(where: self.occasion.released.contains) { delivery.isReleased = true }
        // Whoever is being handed the goods, or was, stays their receiver.
        if delivery.confirmedAt == nil, !delivery.state.isInCall, !delivery.isInDoubt { delivery.customer = owner }
        if !delivery.isReleased, purchase.begunAt < self.policy.from {
            // What was released once stays so, whatever becomes of the order.
            delivery.isReleased = try self.isNamedByOrder(purchase, owner: owner, books: books)
        }
        var demand = self.demand(of: &delivery, purchase, owner: owner, isTwin: isTwin)
        if demand.handing == .deliver, delivery.rounds == 0, !delivery.isReleased, let owner,
            try self.isOverCap(delivery, owner, books: books)
        {
            delivery.isOverCap = true
            demand = self.demand(of: &delivery, purchase, owner: owner, isTwin: isTwin)
        }
        if demand.handing == .wait(.unconfirmed) { self.asksApple = true }
        let events = delivery.settle(demand, at: self.occasion.now)
        try self.tell(events, of: delivery, books: &books)
        self.drafts += try self.thawing(former, now: delivery, purchase, books: &books)
        self.drafts += try self.endingReportHold(of: &delivery, purchase, books: &books)
        try self.book(&delivery, purchase, books: &books)
        self.drafts += try self.beginningReportHold(of: &delivery, purchase, books: &books)
        guard isNew || delivery != former else { return }
        self.changed.append(delivery)
    }

    private func isNamedByOrder<Books: DeliveryBooks>(
        _ purchase: Purchase,
        owner: CustomerID?,
        books: Books
    ) throws(Books.Failure) -> Bool {
        guard purchase.accountToken != nil else { return false }
        return try books.order(namedBy: purchase)?
            .releases(purchase, of: owner, in: self.occasion.environment, at: self.occasion.now) ?? false
    }

    private mutating func isOverCap<Books: DeliveryBooks>(
        _ delivery: Delivery,
        _ owner: CustomerID,
        books: Books
    ) throws(Books.Failure) -> Bool {
        guard self.occasion.environment == .sandbox,
            case .capped = self.occasion.catalogue.sandbox[delivery.goods.kind]
        else { return false }
        let policy = self.occasion.catalogue.sandbox[delivery.goods.kind]
        var allowance: SandboxAllowance
        if let known = self.admitted[owner] {
            allowance = known
        } else {
            allowance = try books.allowance(of: owner, since: SandboxAllowance.day(of: self.occasion.now))
        }
        guard !allowance.isExceeded(by: delivery.goods, under: policy) else { return true }
        allowance.add(delivery.goods)
        self.admitted[owner] = allowance
        return false
    }

    /// Does what this server can do itself.
    private mutating func book<Books: DeliveryBooks>(
        _ delivery: inout Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) {
        while delivery.state == .due || delivery.state == .takeBackDue, let call = delivery.call {
            let booking = try self.booking(of: call, delivery, purchase, books: &books)
            self.drafts += booking.drafts
            let step: DeliveryStep
            switch booking.outcome {
            case .left: return
            case .refused(let reason): step = delivery.park(reason, at: self.occasion.now)
            case .done(let recovered):
                if call.kind == .handOver { delivery.bookedAs = purchase.key }
                step = delivery.confirm(call.kind, by: .booking, recovered: recovered, at: self.occasion.now)
            }
            try self.tell(step.events, of: delivery, books: &books)
            guard step.outcome == .done else { return }
        }
    }

    private mutating func tell<Books: DeliveryBooks>(
        _ events: [EventName],
        of delivery: Delivery,
        books: inout Books
    ) throws(Books.Failure) {
        for name in events { self.drafts.append(Self.draft(name, of: delivery)) }
        if delivery.blocks(after: events) { try books.block(forRefundOf: delivery, at: self.occasion.now) }
    }
}

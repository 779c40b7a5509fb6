import Notation

/// The evaluation of a chain's fulfillments after new evidence or a decision.
///
/// Each purchase has one fulfillment, named after the transaction of the purchase that became known first.
package struct FulfillmentEvaluation: Sendable {
    /// The new and changed fulfillments.
    package private(set) var changed: [Fulfillment] = []
    /// The events to publish, in order.
    package private(set) var drafts: [EventDerivation.Draft] = []
    /// Whether a fulfillment waits for Apple's confirmation of its purchase.
    package private(set) var asksApple = false

    let context: FulfillmentContext
    let policy: FulfillmentPolicy
    private var admitted: [CustomerID: SandboxAllowance] = [:]

    /// Evaluates all fulfillments of a chain.
    ///
    /// - Parameters:
    ///   - owned: The current chain.
    ///   - purchases: Its purchases.
    ///   - known: The existing fulfillments of the chain.
    ///   - context: The further input.
    ///   - policy: The app's policy.
    ///   - unitOfWork: The ledger's transaction, for reads and bookings.
    /// - Throws: What the unit of work throws.
    package init<UnitOfWork: FulfillmentUnitOfWork>(
        of owned: OwnedChain,
        purchases: [Purchase],
        known: [Fulfillment],
        context: FulfillmentContext,
        policy: FulfillmentPolicy,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) {
        self.context = context
        self.policy = policy
        var byTransaction: [TransactionID: Fulfillment] = [:]
        for fulfillment in known { byTransaction[fulfillment.transactionID] = fulfillment }
        for purchase in purchases {
            let owner = owned.claims[purchase.transactionIDs[0]]?.owner
            let own = purchase.transactionIDs.compactMap { byTransaction[$0] }.sorted(by: Self.precedes)
            if own.isEmpty {
                guard let made = self.make(for: purchase, owner: owner) else { continue }
                try self.settle(made, isNew: true, isTwin: false, purchase, owner: owner, unitOfWork: &unitOfWork)
            }
            for (place, fulfillment) in own.enumerated() {
                try self.settle(
                    fulfillment,
                    isNew: false,
                    isTwin: place > 0,
                    purchase,
                    owner: owner,
                    unitOfWork: &unitOfWork
                )
            }
        }
    }

    /// Returns an event of a fulfillment.
    package static func draft(_ name: EventName, of fulfillment: Fulfillment) -> EventDerivation.Draft {
        var json = JSONText()
        json.add("environment", fulfillment.environment.rawValue)
        json.add("fulfillment") { $0.describe(fulfillment) }
        return EventDerivation.Draft(recipient: fulfillment.customer, name: name, body: json.bytes)
    }

    /// Returns whether the left fulfillment counts rather than another of the same purchase.
    private static func precedes(_ left: Fulfillment, _ right: Fulfillment) -> Bool {
        func rank(_ fulfillment: Fulfillment) -> Int {
            if fulfillment.confirmedAt != nil { return 0 }
            return fulfillment.state.isInCall || fulfillment.isInDoubt ? 1 : 2
        }
        if rank(left) != rank(right) { return rank(left) < rank(right) }
        return left.id < right.id
    }

    private func make(for purchase: Purchase, owner: CustomerID?) -> Fulfillment? {
        let snapshot = purchase.snapshot
        let goods: FulfillmentGoods
        do throws(FulfillmentGoodsError) {
            guard let found = try FulfillmentGoods(snapshot, catalog: self.context.catalog) else { return nil }
            goods = found
        } catch {
            goods = FulfillmentGoods(
                productID: snapshot.productID,
                kind: snapshot.kind,
                quantity: snapshot.quantity,
                flaw: error == .quantity ? .quantity : .uncountable
            )
        }
        let ids = purchase.transactionIDs
        // Another transaction of the purchase may prove that it is genuine.
        let isDoubted = ids.allSatisfy(self.context.doubted.contains)
        let anchor = ids.first { self.context.vouched.contains($0) } ?? ids[0]
        var fulfillment = Fulfillment(
            transactionID: anchor,
            originalTransactionID: snapshot.originalTransactionID,
            app: self.context.app,
            environment: self.context.environment,
            goods: goods,
            purchasedAt: purchase.begunAt,
            createdAt: self.context.now,
            demand: FulfillmentDemand(decision: .wait(.unclaimed), revoked: 0, consequence: .nothing)
        )
        fulfillment.isUnconfirmed = isDoubted
        fulfillment.asksApple = isDoubted && self.context.asksApple
        fulfillment.isReleased = ids.contains(where: self.context.released.contains)
        fulfillment.customer = owner
        let demand = self.demand(of: &fulfillment, purchase, owner: owner, isTwin: false)
        switch demand.decision {
        // These purchases never had anything to fulfill.
        case .nothing(.notPaid), .nothing(.refunded): return nil
        case .fulfill, .wait, .suspend, .nothing: return fulfillment
        }
    }

    /// Returns what the evidence demands of a fulfillment.
    ///
    /// The consequence of a refund is fixed at the first one, whatever the catalog states later.
    private func demand(
        of fulfillment: inout Fulfillment,
        _ purchase: Purchase,
        owner: CustomerID?,
        isTwin: Bool
    ) -> FulfillmentDemand {
        let snapshot = purchase.snapshot
        var evidence = FulfillmentEvidence(
            environment: self.context.environment,
            kind: snapshot.kind,
            purchasedAt: purchase.begunAt,
            isPaid: purchase.isPaid,
            revocation: snapshot.revocation,
            owner: owner
        )
        evidence.hasCoins = !fulfillment.goods.coins.isEmpty
        evidence.onRefund =
            fulfillment.refundConsequence ?? self.context.catalog.products[snapshot.productID]?.onRefund
        if evidence.isRefunded { fulfillment.refundConsequence = evidence.consequence }
        evidence.isUnconfirmed = fulfillment.isUnconfirmed && fulfillment.asksApple
        evidence.isReportFrozen = purchase.isReportFrozen
        evidence.isOverCap = fulfillment.isOverCap
        evidence.isTwin = isTwin
        evidence.isBooked = fulfillment.confirmedBy == .booking
        evidence.flaw = fulfillment.goods.flaw
        evidence.isReleased = fulfillment.isReleased
        return evidence.demand(policy: self.policy, catalog: self.context.catalog)
    }

    private mutating func settle<UnitOfWork: FulfillmentUnitOfWork>(
        _ former: Fulfillment,
        isNew: Bool,
        isTwin: Bool,
        _ purchase: Purchase,
        owner: CustomerID?,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) {
        var fulfillment = former
        if purchase.transactionIDs.contains(where: self.context.vouched.contains) { fulfillment.isUnconfirmed = false }
        if purchase.transactionIDs.contains(where: self.context.released.contains) { fulfillment.isReleased = true }
        // The receiver of a call in progress, or of goods that were fulfilled, stays the receiver.
        if fulfillment.confirmedAt == nil, !fulfillment.state.isInCall, !fulfillment.isInDoubt {
            fulfillment.customer = owner
        }
        if !fulfillment.isReleased, purchase.begunAt < self.policy.from {
            // A fulfillment that was once released stays released, whatever happens to the order.
            fulfillment.isReleased = try self.isNamedByOrder(purchase, owner: owner, unitOfWork: unitOfWork)
        }
        var demand = self.demand(of: &fulfillment, purchase, owner: owner, isTwin: isTwin)
        if demand.decision == .fulfill, fulfillment.rounds == 0, !fulfillment.isReleased, let owner,
            try self.isOverCap(fulfillment, owner, unitOfWork: unitOfWork)
        {
            fulfillment.isOverCap = true
            demand = self.demand(of: &fulfillment, purchase, owner: owner, isTwin: isTwin)
        }
        if demand.decision == .wait(.unconfirmed) { self.asksApple = true }
        let events = fulfillment.settle(demand, at: self.context.now)
        try self.publish(events, of: fulfillment, unitOfWork: &unitOfWork)
        self.drafts += try self.releasingHold(former, now: fulfillment, purchase, unitOfWork: &unitOfWork)
        self.drafts += try self.endingReportHold(of: &fulfillment, purchase, unitOfWork: &unitOfWork)
        try self.book(&fulfillment, purchase, unitOfWork: &unitOfWork)
        self.drafts += try self.beginningReportHold(of: &fulfillment, purchase, unitOfWork: &unitOfWork)
        guard isNew || fulfillment != former else { return }
        self.changed.append(fulfillment)
    }

    private func isNamedByOrder<UnitOfWork: FulfillmentUnitOfWork>(
        _ purchase: Purchase,
        owner: CustomerID?,
        unitOfWork: UnitOfWork
    ) throws(UnitOfWork.Failure) -> Bool {
        guard purchase.accountToken != nil else { return false }
        return try unitOfWork.order(namedBy: purchase)?
            .releases(purchase, of: owner, in: self.context.environment, at: self.context.now) ?? false
    }

    private mutating func isOverCap<UnitOfWork: FulfillmentUnitOfWork>(
        _ fulfillment: Fulfillment,
        _ owner: CustomerID,
        unitOfWork: UnitOfWork
    ) throws(UnitOfWork.Failure) -> Bool {
        guard self.context.environment == .sandbox,
            case .capped = self.context.catalog.sandbox[fulfillment.goods.kind]
        else { return false }
        let policy = self.context.catalog.sandbox[fulfillment.goods.kind]
        var allowance: SandboxAllowance
        if let known = self.admitted[owner] {
            allowance = known
        } else {
            allowance = try unitOfWork.allowance(of: owner, since: SandboxAllowance.day(of: self.context.now))
        }
        guard !allowance.isExceeded(by: fulfillment.goods, under: policy) else { return true }
        allowance.add(fulfillment.goods)
        self.admitted[owner] = allowance
        return false
    }

    /// Carries out what this server can do itself.
    private mutating func book<UnitOfWork: FulfillmentUnitOfWork>(
        _ fulfillment: inout Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) {
        while fulfillment.state == .due || fulfillment.state == .revocationDue, let call = fulfillment.call {
            let booking = try self.booking(of: call, fulfillment, purchase, unitOfWork: &unitOfWork)
            self.drafts += booking.drafts
            let step: FulfillmentStep
            switch booking.outcome {
            case .left: return
            case .refused(let reason): step = fulfillment.suspend(reason, at: self.context.now)
            case .done(let recovered):
                if call.kind == .fulfill { fulfillment.bookedAs = purchase.key }
                step = fulfillment.confirm(call.kind, by: .booking, recovered: recovered, at: self.context.now)
            }
            try self.publish(step.events, of: fulfillment, unitOfWork: &unitOfWork)
            guard step.outcome == .done else { return }
        }
    }

    private mutating func publish<UnitOfWork: FulfillmentUnitOfWork>(
        _ events: [EventName],
        of fulfillment: Fulfillment,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) {
        for name in events { self.drafts.append(Self.draft(name, of: fulfillment)) }
        if fulfillment.blocks(after: events) { try unitOfWork.block(forRefundOf: fulfillment, at: self.context.now) }
    }
}

/// One purchase of a customer as a person reads it in a timeline: what was bought, what it gave, what became of it.
package struct PurchaseLine: Hashable, Sendable {
    /// What became of a purchase.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Paid: a consumable, or something owned for good.
        case paid
        /// A period that has not begun.
        case queued
        /// A period that runs.
        case running
        /// A period that is over.
        case ended
        /// Money went back, all of it or a part.
        case refunded
        /// Access was withdrawn from somebody who had not paid himself.
        case withdrawn
        /// A refund was reported that Apple has not signed, and it does not count as one.
        case refundReported
    }

    /// What was bought once.
    package let key: PurchaseKey
    /// The transactions that stand for it, restore twins included.
    package let transactionIDs: [TransactionID]
    /// What was bought.
    package let productID: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// How many.
    package let quantity: Int
    /// When it was bought; for a renewal, when its period begins.
    package let purchasedAt: Instant
    /// When its period begins: for a queued one later than it was bought.
    package let beginsAt: Instant
    /// When its period ends; `nil` for what has no period.
    package let endsAt: Instant?
    /// What became of it.
    package let state: State
    /// The refund or withdrawal.
    package let revocation: Revocation?
    /// The refund that is reported and not signed.
    package let reportedRefund: ReportedRefund?
    /// How much of the price went back, in thousandths of a percent; `nil` without a refund, or when Apple did not say
    /// how much of a prorated one.
    package let refundedPercentageMilliunits: Int?
    /// What was paid, by Apple's configured price.
    package let price: Money?
    /// The offer it was bought under.
    package let offer: Offer?
    /// The coins it brings by the catalog, quantity included, before any refund.
    package let coins: [String: Int]
    /// How the Apple Account came to it.
    package let ownership: TransactionSnapshot.Ownership
    /// Why it is this customer's.
    package let claim: Claim
    /// The environment it was bought in.
    package let environment: StoreEnvironment
}

extension CustomerLedger {
    /// Each thing that the customer bought, once, in the order in which it was bought.
    package func purchases(at now: Instant, catalog: Catalog) -> [PurchaseLine] {
        let slots = self.slots(catalog: catalog)
        let lines = self.chains.flatMap { owned in
            let derivation = Derivation(
                chain: owned.chain,
                environment: self.environment,
                gracePolicy: catalog.gracePolicy
            )
            return self.ownPurchases(in: owned).map { purchase in
                self.line(
                    purchase,
                    claim: owned.claims[purchase.transactionIDs[0]] ?? .unclaimed,
                    period: self.period(of: purchase, derivation: derivation, slot: slots[purchase.transactionIDs[0]]),
                    now: now,
                    catalog: catalog
                )
            }
        }
        return lines.sorted { left, right in
            if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
            return left.transactionIDs[0] < right.transactionIDs[0]
        }
    }

    /// When a purchase gives what it gives; no end for what is kept for good.
    private struct Period {
        let beginsAt: Instant
        let endsAt: Instant?
    }

    private func period(of purchase: Purchase, derivation: Derivation, slot: NonRenewingQueue.Slot?) -> Period? {
        switch purchase.snapshot.kind {
        case .autoRenewable: Period(beginsAt: purchase.begunAt, endsAt: derivation.end(of: purchase))
        case .nonRenewing: slot.map { Period(beginsAt: $0.beginsAt, endsAt: $0.endsAt) }
        case .consumable, .nonConsumable: nil
        }
    }

    private func line(
        _ purchase: Purchase,
        claim: Claim,
        period: Period?,
        now: Instant,
        catalog: Catalog
    ) -> PurchaseLine {
        let snapshot = purchase.snapshot
        let units = snapshot.quantity
        let coins = catalog.products[snapshot.productID]?.coins(for: snapshot).mapValues { perUnit -> Int in
            let (coins, overflow) = perUnit.multipliedReportingOverflow(by: units)
            return overflow ? .max : coins
        }
        return PurchaseLine(
            key: purchase.key,
            transactionIDs: purchase.transactionIDs,
            productID: snapshot.productID,
            kind: snapshot.kind,
            quantity: units,
            purchasedAt: purchase.begunAt,
            beginsAt: period?.beginsAt ?? purchase.begunAt,
            endsAt: period?.endsAt,
            state: Self.state(of: purchase, period: period, now: now),
            revocation: snapshot.revocation,
            reportedRefund: purchase.reportedRefund,
            refundedPercentageMilliunits: Self.refundedPercentageMilliunits(purchase),
            price: snapshot.price,
            offer: snapshot.offer,
            coins: coins ?? [:],
            ownership: snapshot.ownership,
            claim: claim,
            environment: self.environment
        )
    }

    private static func state(of purchase: Purchase, period: Period?, now: Instant) -> PurchaseLine.State {
        if purchase.isRevoked { return purchase.isPaid ? .refunded : .withdrawn }
        if purchase.reportedRefund != nil { return .refundReported }
        guard let period else { return .paid }
        if now < period.beginsAt { return .queued }
        return period.endsAt.map { now < $0 } ?? true ? .running : .ended
    }

    /// Apple names a percentage for prorated refunds; any other refund is of everything.
    private static func refundedPercentageMilliunits(_ purchase: Purchase) -> Int? {
        guard let revocation = purchase.snapshot.revocation, purchase.isPaid else { return nil }
        if let percentage = revocation.percentageMilliunits { return percentage }
        return revocation.type == "REFUND_PRORATED" ? nil : 100_000
    }

    /// The place of each non-renewing purchase in its queue, by its transaction; where a product gives several
    /// entitlements, the latest of them.
    private func slots(catalog: Catalog) -> [TransactionID: NonRenewingQueue.Slot] {
        var purchases: [EntitlementName: [HeldPurchase]] = [:]
        for purchase in self.chains.flatMap(self.ownPurchases) where purchase.snapshot.kind == .nonRenewing {
            for name in Set(catalog.products[purchase.snapshot.productID]?.unlocks ?? []) {
                purchases[name, default: []].append(HeldPurchase(purchase))
            }
        }
        var slots: [TransactionID: NonRenewingQueue.Slot] = [:]
        for purchases in purchases.values {
            for slot in NonRenewingQueue(purchases, catalog: catalog).slots {
                let id = slot.purchase.transactionIDs[0]
                if let other = slots[id], other.beginsAt >= slot.beginsAt { continue }
                slots[id] = slot
            }
        }
        return slots
    }
}

/// One purchase of a customer as a timeline shows it: the product, its effect and its state.
package struct PurchaseLine: Hashable, Sendable {
    /// The state of a purchase.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Paid: a consumable, or a permanent purchase.
        case paid
        /// The period has not begun.
        case queued
        /// The period is running.
        case running
        /// The period is over.
        case ended
        /// Apple refunded it, in full or in part.
        case refunded
        /// Apple revoked the access of a customer who had not paid themselves.
        case withdrawn
        /// A refund is reported that Apple has not signed, and the catalog does not let it count.
        case refundReported
    }

    /// The key that identifies the purchase.
    package let key: PurchaseKey
    /// The transactions of the purchase, restore twins included.
    package let transactionIDs: [TransactionID]
    /// The product.
    package let productID: ProductID
    /// The kind of product.
    package let kind: TransactionSnapshot.Kind
    /// The quantity.
    package let quantity: Int
    /// The seats; only of a multiseat subscription.
    package let seats: Seats?
    /// The instant of the purchase; for a renewal, the beginning of its period.
    package let purchasedAt: Instant
    /// The beginning of its period; for a queued one later than the purchase.
    package let beginsAt: Instant
    /// The end of its period; `nil` for a product without a period.
    package let endsAt: Instant?
    /// The state.
    package let state: State
    /// The refund or revocation by Apple.
    package let revocation: Revocation?
    /// The refund that is reported and not signed.
    package let reportedRefund: ReportedRefund?
    /// The refunded share of the price, in thousandths of a percent; `nil` without a refund, and when Apple did not
    /// state the share of a prorated one.
    package let refundedPercentageMilliunits: Int?
    /// The price paid, as configured at Apple.
    package let price: Money?
    /// The offer of the purchase.
    package let offer: Offer?
    /// The coins that it grants by the catalog, quantity included, before any refund.
    package let coins: [String: Int]
    /// How the Apple Account came to it.
    package let ownership: TransactionSnapshot.Ownership
    /// The claim that makes it this customer's.
    package let claim: Claim
    /// The environment of the purchase.
    package let environment: StoreEnvironment

    /// Whether Apple refunded it, or some of its seats.
    package var isRefunded: Bool { self.state == .refunded || self.refundedSeats != nil }

    /// The refunded share of the price with that of refunded seats, in thousandths of a percent; `nil` without a
    /// refund, and when Apple did not state the share of a prorated one.
    package var refundedShare: Int64? {
        if self.revocation != nil { return self.refundedPercentageMilliunits.map { Int64($0) } }
        return self.refundedSeats.map { $0.refundedShare(of: self.quantity) }
    }

    /// The seats of which the purchaser got some refunded and keeps the others.
    private var refundedSeats: Seats? {
        guard let seats = self.seats, seats.revokedCount > 0, self.ownership == .purchased, self.revocation == nil
        else {
            return nil
        }
        return seats
    }
}

extension CustomerLedger {
    /// Returns each purchase of the customer once, in the order of purchase.
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

    /// The time for which a purchase has its effect; without an end for a permanent purchase.
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
            seats: snapshot.seats,
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

    /// Returns the refunded share.
    ///
    /// Apple states a percentage for prorated refunds; any other refund is in full.
    private static func refundedPercentageMilliunits(_ purchase: Purchase) -> Int? {
        guard let revocation = purchase.snapshot.revocation, purchase.isPaid else { return nil }
        if let percentage = revocation.percentageMilliunits { return percentage }
        return revocation.type == "REFUND_PRORATED" ? nil : 100_000
    }

    /// Returns the slot of each non-renewing purchase in its queue, by its transaction; the latest slot when a product
    /// gives several entitlements.
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

extension Chain {
    /// Returns the sales and refunds of this chain, as Apple's sales report would count them, in the order of
    /// `SaleCursor`.
    ///
    /// Outside of Production nothing has money. Every purchase counts once, however often it was restored, under the
    /// lowest id of its transactions:
    ///
    /// - A sale counts on the day of the payment. For a renewal that is the instant at which Apple first signed a later
    ///   end of the subscription, as far as `RenewalCharges` knows it, otherwise the beginning of its period: up to a
    ///   day later than in the report, which reconciliation allows for. A restored purchase counts on the earliest date
    ///   of its transactions.
    /// - A refund counts on the date of the refund. A refund for a share that Apple does not state is a credit.
    /// - A refund that Apple reversed counts on its date, and the purchase counts again on the date at which Apple
    ///   signed the reversal. Where Apple signed only that the purchase is no longer refunded, the date of the reversal
    ///   is unknown, and neither counts.
    /// - A refund of seats counts on the date at which Apple first signed it, because Apple states no date of it.
    /// - A purchase that an upgrade replaced has a credit for the rest of its time when the upgrade begins. A period
    ///   that was charged ahead and never began, because the upgrade came before it, has a refund.
    package func sales(in environment: StoreEnvironment) -> [Sale] {
        let purchases = self.purchases
        let charges = RenewalCharges(self)
        let hasReversals = self.transactions.contains { $0.snapshots.contains(where: \.isReversal) }
        var sales: [Sale] = []
        for (position, purchase) in purchases.enumerated() {
            let sold = SoldPurchase(purchase, in: environment, charges: charges)
            sales.append(sold.sale)
            guard sold.hasMoney else { continue }
            let undone = hasReversals ? self.undoneRefunds(of: purchase) : []
            sales += undone.flatMap(sold.sales(of:))
            let snapshot = purchase.snapshot
            let seats = snapshot.seats == nil ? [] : self.seatRefunds(of: purchase)
            sales += sold.refunds(of: seats)
            if let revocation = snapshot.revocation {
                let refunded = seats.reduce(0) { $0 + $1.count }
                if let refund = sold.refund(revocation, besides: refunded) { sales.append(refund) }
            } else if let upgrade = Self.upgrade(of: position, chargedAt: sold.sale.at, in: purchases),
                // A purchase that was made while the refund was in force replaced nothing.
                !undone.contains(where: { $0.refund.revokedAt <= upgrade.begunAt && upgrade.begunAt < $0.reversedAt }),
                let credit = sold.credit(at: upgrade.begunAt)
            {
                sales.append(credit)
            }
        }
        sales.sort { $0.cursor < $1.cursor }
        // Contradictory dates can put a sale and its repetition at one instant: the position of a sale is unique.
        var places: Set<SaleCursor> = []
        return hasReversals ? sales.filter { places.insert($0.cursor).inserted } : sales
    }

    /// Returns the purchase that replaced a subscription's period: of another product, made by the customer while the
    /// period ran, or after it had been charged ahead.
    ///
    /// Apple announces an upgrade only by the new purchase, and states `isUpgraded` of the old one only in answers to
    /// requests.
    private static func upgrade(of position: Int, chargedAt: Instant, in purchases: [Purchase]) -> Purchase? {
        let period = purchases[position]
        guard period.snapshot.kind == .autoRenewable else { return nil }
        func isOther(_ next: Purchase) -> Bool {
            next.snapshot.productID != period.snapshot.productID && next.snapshot.reason != .renewal
        }
        let meanwhile = purchases[..<position].reversed().prefix { $0.begunAt > chargedAt }
        if let first = meanwhile.last(where: isOther) { return first }
        return purchases[(position + 1)...].first { next in
            next.begunAt > period.begunAt && isOther(next)
                && (period.snapshot.isUpgraded || next.begunAt < period.endsAt)
        }
    }

    /// Returns the refunds of some of a purchase's seats.
    private func seatRefunds(of purchase: Purchase) -> [TransactionRecord.SeatRefund] {
        let snapshots = self.transactions.filter { purchase.transactionIDs.contains($0.transactionID) }
            .flatMap(\.snapshots)
        return TransactionRecord.seatRefunds(among: snapshots, of: purchase.snapshot)
    }

    /// Returns the refunds of a purchase that Apple reversed, with the dates of the reversals.
    func undoneRefunds(of purchase: Purchase) -> [TransactionRecord.UndoneRefund] {
        let snapshots = self.transactions.filter { purchase.transactionIDs.contains($0.transactionID) }
            .flatMap(\.snapshots)
        return TransactionRecord.undoneRefunds(among: snapshots)
    }
}

extension Chain {
    /// Returns the sales and refunds of this chain, as Apple's sales report would count them, in the order of `SaleCursor`.
    ///
    /// Outside of production nothing has money. Every purchase counts once, however often it was restored, under the least id of its transactions:
    ///
    /// - A sale counts when the customer paid. The App Store charges a renewal up to 24 hours before its period begins, and
    ///   Apple signs no other date than `purchaseDate`, which may be the beginning of the period. So the sale of a renewal
    ///   may be a day later than in the report; reconciliation compares the neighboring days too. What was
    ///   restored counts on the earliest date that any of its transactions bears.
    /// - A refund counts on the date of the refund. A refund for a share that Apple does not state is a credit.
    /// - A refund that Apple reversed counts on its date, and the purchase counts again when Apple signed the reversal.
    ///   Where Apple signed only that the purchase is no longer refunded, the date of the reversal is unknown, and neither
    ///   counts.
    /// - A purchase that an upgrade replaced has a credit of its whole price when the upgrade begins: Apple gives back at
    ///   most that.
    package func sales(in environment: StoreEnvironment) -> [Sale] {
        let purchases = self.purchases
        let hasReversals = self.transactions.contains { $0.snapshots.contains(where: \.isReversal) }
        var sales: [Sale] = []
        for (position, purchase) in purchases.enumerated() {
            let sold = SoldPurchase(purchase, in: environment)
            sales.append(sold.sale)
            guard sold.hasMoney else { continue }
            if hasReversals { sales += self.undoneRefunds(of: purchase).flatMap(sold.sales(of:)) }
            let snapshot = purchase.snapshot
            if let revocation = snapshot.revocation {
                if let refund = sold.refund(revocation) { sales.append(refund) }
            } else if let upgrade = Self.upgrade(of: purchase, among: purchases[(position + 1)...]) {
                if let credit = sold.credit(at: upgrade.begunAt) { sales.append(credit) }
            }
        }
        sales.sort { $0.cursor < $1.cursor }
        // Dates that contradict each other can put a sale and its repetition at one instant: the place of a sale is unique.
        var places: Set<SaleCursor> = []
        return hasReversals ? sales.filter { places.insert($0.cursor).inserted } : sales
    }

    /// The purchase that replaced a subscription's period: of another product, made while the period ran.
    ///
    /// Apple tells of an upgrade by the new purchase alone, and states `isUpgraded` of the old one only when it is asked.
    private static func upgrade(of period: Purchase, among later: ArraySlice<Purchase>) -> Purchase? {
        guard period.snapshot.kind == .autoRenewable else { return nil }
        return later.first { next in
            next.begunAt > period.begunAt && next.snapshot.productID != period.snapshot.productID
                && (period.snapshot.isUpgraded || next.begunAt < period.endsAt)
        }
    }

    /// The refunds of a purchase that Apple reversed, with the dates of the reversals.
    private func undoneRefunds(of purchase: Purchase) -> [TransactionRecord.UndoneRefund] {
        let snapshots = self.transactions.filter { purchase.transactionIDs.contains($0.transactionID) }
            .flatMap(\.snapshots)
        return TransactionRecord.undoneRefunds(among: snapshots)
    }
}

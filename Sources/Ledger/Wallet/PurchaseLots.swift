/// The lots of one purchase in coins of one name.
package struct PurchaseLots: Hashable, Sendable {
    /// Who has them, under the name of the customer who counts.
    package let customer: CustomerID
    /// What is remembered of the purchase.
    package let purchase: WalletPurchase
    /// The lots, by ascending number.
    package let lots: [Lot]

    /// Lots of these values.
    package init(customer: CustomerID, purchase: WalletPurchase, lots: [Lot]) {
        self.customer = customer
        self.purchase = purchase
        self.lots = lots
    }

    /// How much of the purchase counts as consumed: what was measured when it was held, or what is spent by now.
    package var consumedShare: ConsumedShare { self.purchase.hold?.share ?? ConsumedShare(of: self.lots) }
}

package import Ledger

/// What would become of a purchase.
package struct PurchasePreview: Hashable, Sendable {
    /// Whether it would be recorded or held.
    package let purchase: SubmittedPurchase
    /// What recording it would change; `nil` where it would be held.
    package let ownership: OwnershipPreview?

    /// A preview of these values.
    package init(purchase: SubmittedPurchase, ownership: OwnershipPreview?) {
        self.purchase = purchase
        self.ownership = ownership
    }
}

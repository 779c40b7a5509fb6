/// A product that the app sells in the App Store, and what it gives.
package struct Product: Hashable, Sendable {
    /// Apple's product id.
    package let id: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind

    /// A product of this kind.
    package init(id: ProductID, kind: TransactionSnapshot.Kind) {
        self.id = id
        self.kind = kind
    }
}

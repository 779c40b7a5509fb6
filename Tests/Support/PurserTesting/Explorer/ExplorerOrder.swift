import Ledger

/// An order that the server was asked to make, as its customer's app remembers it.
struct ExplorerOrder: Hashable, Sendable {
    /// Its name.
    let id: OrderID
    /// Who ordered.
    let customer: CustomerID
    /// What StoreKit is given.
    let token: AccountToken
    /// The product.
    let product: String
    /// How many.
    let quantity: Int
}

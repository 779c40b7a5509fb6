package import Ledger

/// That a purchase, or a chain from a purchase on, is to be a customer's.
package struct MoveOrder: Hashable, Sendable {
    /// The transaction that names the purchase.
    package let transactionID: TransactionID
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// Whose it is to be.
    package let customer: CustomerID
    /// How far it reaches.
    package let reach: Decision.Reach
    /// Whether Apple is to name him from now on.
    package let setsAccountToken: Bool

    /// An order of these values.
    package init(
        _ transactionID: TransactionID,
        in environment: StoreEnvironment,
        to customer: CustomerID,
        reach: Decision.Reach,
        setsAccountToken: Bool = false
    ) {
        self.transactionID = transactionID
        self.environment = environment
        self.customer = customer
        self.reach = reach
        self.setsAccountToken = setsAccountToken
    }
}

/// An app's word that a customer has a transaction.
package struct Submission: Hashable, Sendable {
    /// What the app was doing.
    package enum Intent: String, Hashable, Sendable, CaseIterable {
        /// The customer has just bought it.
        case purchase
        /// The app hands over what StoreKit lists as unfinished or current.
        case sync
        /// The customer asked for his purchases back.
        case restore
    }

    /// Who submitted.
    package let customer: CustomerID
    /// What was submitted.
    package let transactionID: TransactionID
    /// What the app was doing.
    package let intent: Intent
    /// When it arrived.
    package let submittedAt: Instant

    /// A submission of one transaction.
    package init(customer: CustomerID, transactionID: TransactionID, intent: Intent, submittedAt: Instant) {
        self.customer = customer
        self.transactionID = transactionID
        self.intent = intent
        self.submittedAt = submittedAt
    }
}

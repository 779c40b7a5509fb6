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
    /// What the app's policy made of a restore when it arrived; a policy that changes later moves nothing.
    package let transfer: TransferPolicy?

    /// How long after a restore another one of the same customer and transaction counts as the same.
    package static let restoreRepeats = Span.minutes(1)

    /// A submission of one transaction.
    package init(
        customer: CustomerID,
        transactionID: TransactionID,
        intent: Intent,
        submittedAt: Instant,
        transfer: TransferPolicy? = nil
    ) {
        self.customer = customer
        self.transactionID = transactionID
        self.intent = intent
        self.submittedAt = submittedAt
        self.transfer = transfer
    }

    /// The same submission of a transaction whose id became known later.
    package func of(_ transactionID: TransactionID) -> Self {
        Self(
            customer: self.customer,
            transactionID: transactionID,
            intent: self.intent,
            submittedAt: self.submittedAt,
            transfer: self.transfer
        )
    }

    /// The same submission under another name.
    package func by(_ customer: CustomerID) -> Self {
        Self(
            customer: customer,
            transactionID: self.transactionID,
            intent: self.intent,
            submittedAt: self.submittedAt,
            transfer: self.transfer
        )
    }

    /// The same submission with what an app's policies make of it, if it is a restore of a purchase that a unit states.
    package func resolved(by policies: TransferPolicies, _ intake: Intake) -> Self {
        guard self.intent == .restore,
            let kind = intake.transactions.first(where: { $0.transactionID == self.transactionID })?.kind
        else { return self }
        return Self(
            customer: self.customer,
            transactionID: self.transactionID,
            intent: self.intent,
            submittedAt: self.submittedAt,
            transfer: policies[kind, intake.environment]
        )
    }

    /// Whether it says no more than an earlier one: the same customer, transaction and intent, and no later restore.
    package func repeats(_ other: Self) -> Bool {
        self.customer == other.customer && self.transactionID == other.transactionID && self.intent == other.intent
            && (self.intent != .restore || self.submittedAt < other.submittedAt + Self.restoreRepeats)
    }
}

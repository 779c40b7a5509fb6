/// An app's statement that a customer has a transaction.
package struct Submission: Hashable, Sendable {
    /// The purpose of the submission.
    package enum Intent: String, Hashable, Sendable, CaseIterable {
        /// The customer has just bought it.
        case purchase
        /// The app submits what StoreKit lists as unfinished or current.
        case sync
        /// The customer restored their purchases.
        case restore
    }

    /// The customer.
    package let customer: CustomerID
    /// The transaction.
    package let transactionID: TransactionID
    /// The purpose.
    package let intent: Intent
    /// The instant of arrival.
    package let submittedAt: Instant
    /// The transfer policy that the app had for a restore when it arrived; a later change of the policy transfers
    /// nothing.
    package let transfer: TransferPolicy?

    /// How long after a restore another one of the same customer and transaction counts as the same.
    package static let restoreRepeats = Span.minutes(1)

    /// Creates a submission of one transaction.
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

    /// Returns the same submission for a transaction whose ID became known later.
    package func of(_ transactionID: TransactionID) -> Self {
        Self(
            customer: self.customer,
            transactionID: transactionID,
            intent: self.intent,
            submittedAt: self.submittedAt,
            transfer: self.transfer
        )
    }

    /// Returns the same submission for another customer.
    package func by(_ customer: CustomerID) -> Self {
        Self(
            customer: customer,
            transactionID: self.transactionID,
            intent: self.intent,
            submittedAt: self.submittedAt,
            transfer: self.transfer
        )
    }

    /// Returns the same submission with the app's transfer policy, if it is a restore of a purchase that the intake
    /// contains.
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

    /// Returns whether it counts beside the last one of the same customer, transaction and intent: a later restore does.
    func isNew(after last: Instant) -> Bool {
        self.intent == .restore && self.submittedAt >= last + Self.restoreRepeats
    }

    /// Returns whether it adds nothing to an earlier one: the same customer, transaction and intent, and no later
    /// restore.
    package func repeats(_ other: Self) -> Bool {
        self.customer == other.customer && self.transactionID == other.transactionID && self.intent == other.intent
            && (self.intent != .restore || self.submittedAt < other.submittedAt + Self.restoreRepeats)
    }
}

package import AppStore
package import Ledger

/// The result of ingesting authentic evidence.
package enum IngestOutcome: Hashable, Sendable {
    /// The evidence is in the ledger, recorded now or before.
    case recorded(RecordingResult)
    /// The evidence is held until it is due, or until an operator acts.
    case held(HeldEvidence.Reason, code: String, dueAt: Instant?)
}

/// The result of a submitted purchase.
package struct SubmittedPurchase: Hashable, Sendable {
    /// Whether the purchase is recorded or held.
    package let outcome: IngestOutcome
    /// The transaction; `nil` if the evidence does not contain its id.
    package let transactionID: TransactionID?
    /// The environment of the transaction.
    package let environment: StoreEnvironment?
    /// The kind of the product; `nil` if the evidence does not contain it.
    package let kind: TransactionSnapshot.Kind?
    /// Whether the period of the transaction was over when it arrived.
    ///
    /// StoreKit also reports a purchase as successful if it returns a transaction that ended long ago, so an app that
    /// thanks the customer for it, or unlocks something, would be wrong.
    package private(set) var isExpired = false

    /// Returns the same purchase with whether its period, which ends at `end`, was over at `now`.
    func expiring(at end: Instant?, asOf now: Instant) -> Self {
        var copy = self
        if case .recorded = self.outcome, let end { copy.isExpired = end <= now }
        return copy
    }

    /// Returns the same purchase as the customer's entitlements show it: a transaction that gives an active
    /// entitlement, by a grace period or because Apple extended the period later, is not expired.
    package func settled(by entitlements: [Entitlement]) -> Self {
        guard self.isExpired, let id = self.transactionID else { return self }
        var copy = self
        copy.isExpired = !entitlements.contains { $0.isActive && $0.transactionIDs.contains(id) }
        return copy
    }
}

/// The reason why evidence was not ingested.
package enum IngestError: Error, Hashable, Sendable {
    /// The evidence is forged or malformed; nothing of it is stored.
    case refused(VerificationError)
    /// The evidence is authentic but belongs to another app or environment; it is stored outside the ledger, within
    /// limits.
    case notOurs(VerificationError)
    /// The evidence could not be stored; it must be sent again.
    case storage(RepositoryError)
    /// The evidence must wait, and the quarantine is full; it must be sent again.
    case quarantineFull

    /// The evidence is a receipt that cannot be trusted yet, for the reason of this code; it must be sent again.
    case mustWait(code: String)
    /// The evidence is a receipt that does not contain the named transaction.
    case notInReceipt

    /// The evidence is a version 1 notification with neither the app's secret nor an authentic receipt.
    case secretWrong
    /// The evidence is a version 1 notification with the app's secret whose contents can only be confirmed later; it
    /// must be sent again.
    case unconfirmed

    /// Creates the reason for failed verification: evidence is stored only if it is authentic.
    init(_ error: VerificationError) {
        self = error.isAuthentic ? .notOurs(error) : .refused(error)
    }

    /// The stable error code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .refused(let error), .notOurs(let error): error.code.rawValue
        case .storage(let error): error.code
        case .quarantineFull: "quarantine_full"
        case .mustWait(let code): code
        case .notInReceipt: "transaction_not_in_receipt"
        case .secretWrong: "notification_secret_wrong"
        case .unconfirmed: "notification_unconfirmed"
        }
    }
}

/// The part that authentic evidence lacks; the evidence is stored and not applied.
package enum MissingPartError: Error, Hashable, Sendable {
    /// A notification lacks an object that its type requires.
    case notificationObject(String)
    /// A transaction lacks a required field.
    case transactionField(String)
    /// A renewal info lacks a required field.
    case renewalField(String)
    /// The product type is unknown, so nothing can be derived from the transaction.
    case unknownProductType

    /// The stable error code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .notificationObject: "notification_object_missing"
        case .transactionField: "transaction_field_missing"
        case .renewalField: "renewal_field_missing"
        case .unknownProductType: "product_type_unknown"
        }
    }

    /// One sentence that says what is missing.
    package var detail: String {
        switch self {
        case .notificationObject(let name): "The notification has no \(name), which its type requires."
        case .transactionField(let name): "The transaction has no usable \(name)."
        case .renewalField(let name): "The renewal info has no usable \(name)."
        case .unknownProductType: "This version does not know the transaction's product type."
        }
    }
}

package import AppStore
package import Ledger

/// What became of authentic evidence.
package enum IngestOutcome: Hashable, Sendable {
    /// It is recorded in the ledger, now or before.
    case recorded(RecordingResult)
    /// It is kept and will be applied later, or waits for a person.
    case held(HeldEvidence.Reason, code: String, dueAt: Instant?)
}

/// What became of a purchase that was submitted.
package struct SubmittedPurchase: Hashable, Sendable {
    /// Whether it is recorded or held.
    package let outcome: IngestOutcome
    /// Which transaction it was; `nil` when the evidence does not say.
    package let transactionID: TransactionID?
    /// The environment it belongs to.
    package let environment: StoreEnvironment?
    /// What kind of product it is of; `nil` when the evidence does not say.
    package let kind: TransactionSnapshot.Kind?
}

/// Why evidence was not taken in.
package enum IngestError: Error, Hashable, Sendable {
    /// It is forged or malformed; nothing of it is kept.
    case refused(VerificationError)
    /// It is authentic but belongs to another app or environment; it is kept outside the ledger, within bounds.
    case notOurs(VerificationError)
    /// It could not be kept; it must come again.
    case storage(RepositoryError)
    /// It should wait, and as much waits as is kept; it must come again.
    case quarantineFull

    /// It is a receipt that cannot be believed yet, for the reason of this code; it must come again.
    case mustWait(code: String)
    /// It is a receipt, and the transaction that was named is not in it.
    case notInReceipt

    /// It is a notification of version 1 with neither the app's secret nor an authentic receipt.
    case secretWrong
    /// It is a notification of version 1 with the app's secret, and what it says can be confirmed only later; it must
    /// come again.
    case unconfirmed

    /// What it means that evidence failed verification: whether it is authentic decides if it is kept.
    init(_ error: VerificationError) {
        self = error.isAuthentic ? .notOurs(error) : .refused(error)
    }

    /// A stable code for logs, metrics and answers.
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

/// What authentic evidence lacks that its kind needs; it is kept and not applied.
package enum MissingPartError: Error, Hashable, Sendable {
    /// A notification lacks one of the objects that its type is about.
    case notificationObject(String)
    /// A transaction lacks a field that every transaction needs.
    case transactionField(String)
    /// A renewal info lacks a field that every renewal info needs.
    case renewalField(String)
    /// The product type is one we do not know, so nothing can be derived from it.
    case unknownProductType

    /// A stable code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .notificationObject: "notification_object_missing"
        case .transactionField: "transaction_field_missing"
        case .renewalField: "renewal_field_missing"
        case .unknownProductType: "product_type_unknown"
        }
    }

    /// What is missing, in a sentence.
    package var detail: String {
        switch self {
        case .notificationObject(let name): "The notification has no \(name), which its type needs."
        case .transactionField(let name): "The transaction has no usable \(name)."
        case .renewalField(let name): "The renewal info has no usable \(name)."
        case .unknownProductType: "The transaction's product type is not one this version knows."
        }
    }
}

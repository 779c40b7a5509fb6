package import AppStore
package import Ledger

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
    /// It is a notification of version 1 with the app's secret, and what it says can be confirmed only later; it must come
    /// again.
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

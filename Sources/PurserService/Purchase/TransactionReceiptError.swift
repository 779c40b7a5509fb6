package import AppStore

/// Why a transaction receipt, from before iOS 7, names no purchase.
package enum TransactionReceiptError: Error, Hashable, Sendable {
    /// It is none, or its signature does not fit, or it is another app's.
    case refused(VerificationError)
    /// It is about another transaction than the one that was named beside it.
    case otherTransaction
    /// The app has no key, and the receipt alone proves nothing.
    case needsKey
    /// Apple does not know such a purchase.
    case unconfirmed
    /// Apple could not be asked.
    case store(StoreDeskError)

    /// A stable code for logs and answers.
    package var code: String {
        switch self {
        case .refused(let error): error.code.rawValue
        case .otherTransaction: IngestError.notInReceipt.code
        case .needsKey: "transaction_receipt_needs_key"
        case .unconfirmed: "transaction_receipt_unconfirmed"
        case .store(let error): error.code
        }
    }
}

/// Why a receipt cannot be read.
///
/// No case carries anything of the receipt.
public enum ReceiptError: Error, Hashable, Sendable, CaseIterable {
    /// The receipt is longer than any that Apple makes.
    case tooLarge
    /// The text is not Base64.
    case notBase64
    /// What was encoded is neither a signed container (PKCS #7) nor an old transaction receipt.
    case notReceipt
    /// It begins as a receipt and ends before it says it does.
    case truncated
    /// It begins as a receipt and then breaks the rules of its encoding.
    case malformed
    /// Its parts nest deeper than those of any receipt.
    case tooDeep
    /// It has more parts than any receipt.
    case tooMany
    /// It is a whole receipt that holds no purchase.
    case empty
}

extension ReceiptError {
    /// The error's name in metrics, logs and documentation; it never changes.
    public var code: String {
        switch self {
        case .tooLarge: "receipt_too_large"
        case .notBase64: "receipt_not_base64"
        case .notReceipt: "receipt_not_a_receipt"
        case .truncated: "receipt_truncated"
        case .malformed: "receipt_malformed"
        case .tooDeep: "receipt_too_deep"
        case .tooMany: "receipt_too_many_parts"
        case .empty: "receipt_empty"
        }
    }
}

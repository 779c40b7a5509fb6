import Ledger

extension InterfaceForm: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .signedTransaction: 0
        case .receipt: 1
        case .transactionReceipt: 2
        case .verifyReceipt: 3
        case .verifyReceiptWithoutPassword: 4
        case .notificationV2: 5
        case .notificationV1: 6
        }
    }
}

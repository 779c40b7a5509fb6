/// Why Apple refunded a transaction.
public struct TransactionRevocationReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension TransactionRevocationReason {
    /// Another reason, for example an accident.
    public static let other = TransactionRevocationReason(rawValue: 0)
    /// A real or perceived problem in the app.
    public static let appIssue = TransactionRevocationReason(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionRevocationReason] = [.other, .appIssue]
}

/// One purchase that a receipt names.
public struct ReceiptPurchase: Hashable, Sendable {
    /// The transaction.
    public let transactionID: String
    /// The first transaction of its chain, where the receipt names it.
    public let originalTransactionID: String?
    /// The product, where the receipt names it.
    public let productID: String?

    /// A purchase.
    public init(transactionID: String, originalTransactionID: String? = nil, productID: String? = nil) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.productID = productID
    }
}

/// What a transaction receipt from before iOS 7 says: a hint, never evidence.
///
/// Its signature has been checked against the certificate that it brings along, but nobody can check that certificate: its
/// issuer's is not to be had, and its key of 1024 bits and SHA-1 would be too weak anyway. So everybody can make one that
/// passes. It is good for asking Apple about the transaction that it names, and nothing may be granted for it alone.
public struct TransactionReceiptHint: Hashable, Sendable {
    /// The fields of the signed part, by Apple's names.
    public let fields: [String: String]
    /// The environment that stands outside the signed part; nil in Production.
    public let statedEnvironment: String?
    /// The form of the signature: 2, or 3 which nobody has confirmed.
    public let signatureVersion: UInt8
    /// SHA-256 of the certificate that it brings along.
    public let certificateDigest: [UInt8]
    /// The transaction.
    public let transactionID: String
    /// The first transaction of its chain.
    public let originalTransactionID: String?
    /// The product.
    public let productID: String?
    /// The bundle id.
    public let bundleID: String?
    /// When it was charged.
    public let purchasedAt: Timestamp?
    /// When the chain began.
    public let originallyPurchasedAt: Timestamp?
    /// When the period of a subscription ends.
    public let expiresAt: Timestamp?
    /// How many were bought.
    public let quantity: Int64?
    /// The billing period of a subscription.
    public let webOrderLineItemID: Int64?
    /// The product's number in the App Store.
    public let itemID: Int64?
}

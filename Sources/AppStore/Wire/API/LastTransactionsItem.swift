/// The newest transaction of one subscription, and its state.
public struct LastTransactionsItem: WireObject {
    /// The state of the subscription.
    public var status: SubscriptionStatus?
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// The newest transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<LastTransactionsItem> = [
        WireField("status", \.status),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

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

    /// An object with these fields; what is left out is absent.
    public init(
        status: SubscriptionStatus? = nil,
        originalTransactionId: String? = nil,
        signedTransactionInfo: SignedData? = nil,
        signedRenewalInfo: SignedData? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.status = status
        self.originalTransactionId = originalTransactionId
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<LastTransactionsItem> = [
        WireField("status", \.status),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

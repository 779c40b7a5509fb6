/// The answer to Revoke Subscription.
public struct AdvancedCommerceSubscriptionRevokeResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        signedTransactionInfo: SignedData? = nil,
        signedRenewalInfo: SignedData? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionRevokeResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

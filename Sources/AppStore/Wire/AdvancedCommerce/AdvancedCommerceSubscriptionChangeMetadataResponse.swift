/// The answer to Change Subscription Metadata.
public struct AdvancedCommerceSubscriptionChangeMetadataResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

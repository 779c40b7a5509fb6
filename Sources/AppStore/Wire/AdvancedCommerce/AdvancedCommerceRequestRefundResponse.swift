/// The answer to Request Transaction Refund.
public struct AdvancedCommerceRequestRefundResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed; absent when nothing renews.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRequestRefundResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}

/// What every Advanced Commerce request says about itself.
///
/// Apple requires `requestReferenceId`.
public struct AdvancedCommerceRequestInfo: WireObject {
    /// Our id of the request, a UUID; repeated only to retry.
    public var requestReferenceId: String?
    /// The customer's token, a UUID.
    public var appAccountToken: String?
    /// The token of the newest renewal info, echoed and never made up.
    public var consistencyToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRequestInfo> = [
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("appAccountToken", \.appAccountToken),
        WireField("consistencyToken", \.consistencyToken),
    ]
}

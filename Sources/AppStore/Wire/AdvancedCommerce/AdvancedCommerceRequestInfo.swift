/// What every Advanced Commerce request says about itself.
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

    /// An object with these fields; what is left out is absent.
    public init(
        requestReferenceId: String,
        appAccountToken: String? = nil,
        consistencyToken: String? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.requestReferenceId = requestReferenceId
        self.appAccountToken = appAccountToken
        self.consistencyToken = consistencyToken
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRequestInfo> = [
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("appAccountToken", \.appAccountToken),
        WireField("consistencyToken", \.consistencyToken),
    ]
}

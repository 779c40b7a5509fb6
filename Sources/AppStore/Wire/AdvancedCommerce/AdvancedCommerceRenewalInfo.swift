/// What Advanced Commerce adds to a renewal info.
public struct AdvancedCommerceRenewalInfo: WireObject {
    /// The token that the next request about the subscription must echo.
    public var consistencyToken: String?
    /// The names that customers see.
    public var descriptors: AdvancedCommerceDescriptors?
    /// What renews.
    public var items: [AdvancedCommerceRenewalItem]?
    /// How long one period of the subscription lasts.
    public var period: AdvancedCommercePeriod?
    /// The id, a UUID, of the request that led to this state.
    public var requestReferenceId: String?
    /// The tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRenewalInfo> = [
        WireField("consistencyToken", \.consistencyToken),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("period", \.period),
        WireField("requestReferenceId", \.requestReferenceId),
        WireField("taxCode", \.taxCode),
    ]
}

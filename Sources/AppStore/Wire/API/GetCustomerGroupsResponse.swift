/// The answer to Get Customer Groups (API 1.22).
public struct GetCustomerGroupsResponse: WireObject {
    /// The groups of the customer.
    public var groups: [GroupEntry]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetCustomerGroupsResponse> = [
        WireField("groups", \.groups)
    ]
}

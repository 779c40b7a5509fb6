/// What a customer may do in a group, for one product (API 1.22).
public struct RoleEntry: WireObject {
    /// The product.
    public var productId: String?
    /// The role.
    public var role: CustomerGroupRole?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RoleEntry> = [
        WireField("productId", \.productId),
        WireField("role", \.role),
    ]
}

/// The names of an Advanced Commerce product that customers see.
public struct AdvancedCommerceDescriptors: WireObject {
    /// What the product is, up to 45 characters.
    public var description: String?
    /// The product's name, up to 30 characters.
    public var displayName: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceDescriptors> = [
        WireField("description", \.description),
        WireField("displayName", \.displayName),
    ]
}

/// The answer to Get Image List.
public struct GetImageListResponse: WireObject {
    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetImageListResponse> = [
        WireField("imageIdentifiers", \.imageIdentifiers)
    ]
}

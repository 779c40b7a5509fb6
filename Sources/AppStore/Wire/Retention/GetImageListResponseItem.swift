/// One uploaded image.
public struct GetImageListResponseItem: WireObject {
    /// The image's id, a UUID.
    public var imageIdentifier: String?
    /// Where its review stands.
    public var imageState: ImageState?
    /// What it is for.
    public var imageSize: ImageSize?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetImageListResponseItem> = [
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("imageState", \.imageState),
        WireField("imageSize", \.imageSize),
    ]
}

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

    /// An object with these fields; what is left out is absent.
    public init(
        imageIdentifier: String? = nil,
        imageState: ImageState? = nil,
        imageSize: ImageSize? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.imageIdentifier = imageIdentifier
        self.imageState = imageState
        self.imageSize = imageSize
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetImageListResponseItem> = [
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("imageState", \.imageState),
        WireField("imageSize", \.imageSize),
    ]
}

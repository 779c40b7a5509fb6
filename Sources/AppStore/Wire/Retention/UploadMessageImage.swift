/// The image of a retention message.
///
/// Apple requires all fields.
public struct UploadMessageImage: WireObject {
    /// The image's id, a UUID.
    public var imageIdentifier: String?
    /// What the image shows, up to 150 characters.
    public var altText: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<UploadMessageImage> = [
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("altText", \.altText),
    ]
}

/// One bullet point of a retention message.
///
/// Apple requires all fields.
public struct BulletPoint: WireObject {
    /// The text, up to 66 characters.
    public var text: String?
    /// The id, a UUID, of the image beside it.
    public var imageIdentifier: String?
    /// What the image shows, up to 150 characters.
    public var altText: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<BulletPoint> = [
        WireField("text", \.text),
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("altText", \.altText),
    ]
}

/// One bullet point of a retention message.
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

    /// An object with these fields; what is left out is absent.
    public init(
        text: String,
        imageIdentifier: String,
        altText: String,
        unknownFields: [JSONMember] = []
    ) {
        self.text = text
        self.imageIdentifier = imageIdentifier
        self.altText = altText
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<BulletPoint> = [
        WireField("text", \.text),
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("altText", \.altText),
    ]
}

/// The body of Upload Message.
///
/// Apple requires `header` and `body`.
public struct UploadMessageRequestBody: WireObject {
    /// The header, up to 66 characters.
    public var header: String?
    /// The text, up to 144 characters.
    public var body: String?
    /// The image to show with it.
    public var image: UploadMessageImage?
    /// Where the header is shown.
    public var headerPosition: HeaderPosition?
    /// Up to five bullet points.
    public var bulletPoints: [BulletPoint]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<UploadMessageRequestBody> = [
        WireField("header", \.header),
        WireField("body", \.body),
        WireField("image", \.image),
        WireField("headerPosition", \.headerPosition),
        WireField("bulletPoints", \.bulletPoints),
    ]
}

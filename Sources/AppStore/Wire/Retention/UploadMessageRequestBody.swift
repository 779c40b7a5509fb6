/// The body of Upload Message.
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

    /// An object with these fields; what is left out is absent.
    public init(
        header: String,
        body: String,
        image: UploadMessageImage? = nil,
        headerPosition: HeaderPosition? = nil,
        bulletPoints: [BulletPoint]? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.header = header
        self.body = body
        self.image = image
        self.headerPosition = headerPosition
        self.bulletPoints = bulletPoints
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<UploadMessageRequestBody> = [
        WireField("header", \.header),
        WireField("body", \.body),
        WireField("image", \.image),
        WireField("headerPosition", \.headerPosition),
        WireField("bulletPoints", \.bulletPoints),
    ]
}

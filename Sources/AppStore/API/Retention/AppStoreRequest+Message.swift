public import Foundation

extension AppStoreRequest where Response == Void {
    /// Uploads a message (Upload Message).
    public static func uploadMessage(_ message: UploadMessageRequestBody, as identifier: UUID) -> Self {
        Self(
            .uploadMessage,
            "PUT",
            ["inApps", "v1", "messaging", "message", identifier.uuidString.lowercased()],
            body: .json(message.json())
        )
    }

    /// Deletes a message (Delete Message).
    public static func deleteMessage(_ identifier: UUID) -> Self {
        Self(.deleteMessage, "DELETE", ["inApps", "v1", "messaging", "message", identifier.uuidString.lowercased()])
    }
}

extension AppStoreRequest where Response == GetMessageListResponse {
    /// Lists the uploaded messages (Get Message List).
    public static func messageList() -> Self {
        Self(.getMessageList, "GET", ["inApps", "v1", "messaging", "message", "list"])
    }
}

/// The request body of Upload Message.
///
/// Apple requires `header` and `body`.
public struct UploadMessageRequestBody: WireObject {
    /// The header, up to 66 characters.
    public var header: String?
    /// The text, up to 144 characters.
    public var body: String?
    /// The image of the message.
    public var image: UploadMessageImage?
    /// The position of the header.
    public var headerPosition: HeaderPosition?
    /// The bullet points, at most five.
    public var bulletPoints: [BulletPoint]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<UploadMessageRequestBody> = [
        WireField("header", \.header),
        WireField("body", \.body),
        WireField("image", \.image),
        WireField("headerPosition", \.headerPosition),
        WireField("bulletPoints", \.bulletPoints),
    ]
}

/// The image of a retention message.
///
/// Apple requires all fields.
public struct UploadMessageImage: WireObject {
    /// The image's identifier, a UUID.
    public var imageIdentifier: String?
    /// The alternative text of the image, up to 150 characters.
    public var altText: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<UploadMessageImage> = [
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("altText", \.altText),
    ]
}

/// The position of a retention message's header.
public struct HeaderPosition: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Above the body, the default.
    public static let aboveBody = HeaderPosition(rawValue: "ABOVE_BODY")
    /// Above the image; the message must have one.
    public static let aboveImage = HeaderPosition(rawValue: "ABOVE_IMAGE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [HeaderPosition] = [.aboveBody, .aboveImage]
}

/// One bullet point of a retention message.
///
/// Apple requires all fields.
public struct BulletPoint: WireObject {
    /// The text, up to 66 characters.
    public var text: String?
    /// The identifier, a UUID, of the image beside the text.
    public var imageIdentifier: String?
    /// The alternative text of the image, up to 150 characters.
    public var altText: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<BulletPoint> = [
        WireField("text", \.text),
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("altText", \.altText),
    ]
}

/// The response to Get Message List.
public struct GetMessageListResponse: WireObject {
    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetMessageListResponse> = [
        WireField("messageIdentifiers", \.messageIdentifiers)
    ]
}

/// One uploaded message.
public struct GetMessageListResponseItem: WireObject {
    /// The message's identifier, a UUID.
    public var messageIdentifier: String?
    /// The state of Apple's review.
    public var messageState: MessageState?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetMessageListResponseItem> = [
        WireField("messageIdentifier", \.messageIdentifier),
        WireField("messageState", \.messageState),
    ]
}

/// The state of Apple's review of a retention message.
public struct MessageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The message is waiting for review.
    public static let pending = MessageState(rawValue: "PENDING")
    /// Apple approved the message; the App Store can show it.
    public static let approved = MessageState(rawValue: "APPROVED")
    /// Apple rejected the message; the App Store cannot show it.
    public static let rejected = MessageState(rawValue: "REJECTED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [MessageState] = [.pending, .approved, .rejected]
}

public import Foundation

extension AppStoreRequest where Answer == Void {
    /// Upload Message.
    public static func uploadMessage(_ message: UploadMessageRequestBody, as identifier: UUID) -> Self {
        Self(
            .uploadMessage,
            "PUT",
            ["inApps", "v1", "messaging", "message", identifier.uuidString.lowercased()],
            body: .json(message.json())
        )
    }

    /// Delete Message.
    public static func deleteMessage(_ identifier: UUID) -> Self {
        Self(.deleteMessage, "DELETE", ["inApps", "v1", "messaging", "message", identifier.uuidString.lowercased()])
    }
}

extension AppStoreRequest where Answer == GetMessageListResponse {
    /// Get Message List.
    public static func messageList() -> Self {
        Self(.getMessageList, "GET", ["inApps", "v1", "messaging", "message", "list"])
    }
}

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

/// Where a retention message's header is shown.
public struct HeaderPosition: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Above the body, which is the default.
    public static let aboveBody = HeaderPosition(rawValue: "ABOVE_BODY")
    /// Above the image, which the message must have then.
    public static let aboveImage = HeaderPosition(rawValue: "ABOVE_IMAGE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HeaderPosition] = [.aboveBody, .aboveImage]
}

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

/// The answer to Get Message List.
public struct GetMessageListResponse: WireObject {
    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetMessageListResponse> = [
        WireField("messageIdentifiers", \.messageIdentifiers)
    ]
}

/// One uploaded message.
public struct GetMessageListResponseItem: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Where its review stands.
    public var messageState: MessageState?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetMessageListResponseItem> = [
        WireField("messageIdentifier", \.messageIdentifier),
        WireField("messageState", \.messageState),
    ]
}

/// Where Apple's review of a retention message stands.
public struct MessageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Waiting for review.
    public static let pending = MessageState(rawValue: "PENDING")
    /// Approved; the message can be shown.
    public static let approved = MessageState(rawValue: "APPROVED")
    /// Rejected; the message cannot be shown.
    public static let rejected = MessageState(rawValue: "REJECTED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [MessageState] = [.pending, .approved, .rejected]
}

public import Foundation

extension AppStoreRequest where Response == Void {
    /// Uploads an image, a PNG without transparency (Upload Image).
    public static func uploadImage(_ png: [UInt8], as identifier: UUID, size: ImageSize? = nil) -> Self {
        Self(
            .uploadImage,
            "PUT",
            ["inApps", "v1", "messaging", "image", identifier.uuidString.lowercased()],
            query: size.map { [(name: "imageSize", value: $0.rawValue)] } ?? [],
            body: .png(png)
        )
    }

    /// Deletes an image (Delete Image).
    public static func deleteImage(_ identifier: UUID) -> Self {
        Self(.deleteImage, "DELETE", ["inApps", "v1", "messaging", "image", identifier.uuidString.lowercased()])
    }
}

extension AppStoreRequest where Response == GetImageListResponse {
    /// Lists the uploaded images (Get Image List).
    public static func imageList() -> Self {
        Self(.getImageList, "GET", ["inApps", "v1", "messaging", "image", "list"])
    }
}

/// The purpose of a retention image, which determines its size.
public struct ImageSize: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An image that the message shows large.
    public static let fullSize = ImageSize(rawValue: "FULL_SIZE")
    /// An image that the message shows beside a bullet point.
    public static let bulletPoint = ImageSize(rawValue: "BULLET_POINT")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageSize] = [.fullSize, .bulletPoint]
}

/// The response to Get Image List.
public struct GetImageListResponse: WireObject {
    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetImageListResponse> = [
        WireField("imageIdentifiers", \.imageIdentifiers)
    ]
}

/// One uploaded image.
public struct GetImageListResponseItem: WireObject {
    /// The image's identifier, a UUID.
    public var imageIdentifier: String?
    /// The state of Apple's review.
    public var imageState: ImageState?
    /// The purpose of the image.
    public var imageSize: ImageSize?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetImageListResponseItem> = [
        WireField("imageIdentifier", \.imageIdentifier),
        WireField("imageState", \.imageState),
        WireField("imageSize", \.imageSize),
    ]
}

/// The state of Apple's review of a retention image.
public struct ImageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The image is waiting for review.
    public static let pending = ImageState(rawValue: "PENDING")
    /// Apple approved the image; a message can show it.
    public static let approved = ImageState(rawValue: "APPROVED")
    /// Apple rejected the image; no message can show it.
    public static let rejected = ImageState(rawValue: "REJECTED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageState] = [.pending, .approved, .rejected]
}

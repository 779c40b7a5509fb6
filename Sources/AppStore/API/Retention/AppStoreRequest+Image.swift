public import Foundation

extension AppStoreRequest where Answer == Void {
    /// Upload Image: a PNG without transparency.
    public static func uploadImage(_ png: [UInt8], as identifier: UUID, size: ImageSize? = nil) -> Self {
        Self(
            .uploadImage,
            "PUT",
            ["inApps", "v1", "messaging", "image", identifier.uuidString.lowercased()],
            query: size.map { [(name: "imageSize", value: $0.rawValue)] } ?? [],
            body: .png(png)
        )
    }

    /// Delete Image.
    public static func deleteImage(_ identifier: UUID) -> Self {
        Self(.deleteImage, "DELETE", ["inApps", "v1", "messaging", "image", identifier.uuidString.lowercased()])
    }
}

extension AppStoreRequest where Answer == GetImageListResponse {
    /// Get Image List.
    public static func imageList() -> Self {
        Self(.getImageList, "GET", ["inApps", "v1", "messaging", "image", "list"])
    }
}

/// What a retention image is for.
public struct ImageSize: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Shown large.
    public static let fullSize = ImageSize(rawValue: "FULL_SIZE")
    /// Shown beside a bullet point.
    public static let bulletPoint = ImageSize(rawValue: "BULLET_POINT")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageSize] = [.fullSize, .bulletPoint]
}

/// The answer to Get Image List.
public struct GetImageListResponse: WireObject {
    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetImageListResponse> = [
        WireField("imageIdentifiers", \.imageIdentifiers)
    ]
}

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

/// Where Apple's review of a retention image stands.
public struct ImageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Waiting for review.
    public static let pending = ImageState(rawValue: "PENDING")
    /// Approved; the image can be shown.
    public static let approved = ImageState(rawValue: "APPROVED")
    /// Rejected; the image cannot be shown.
    public static let rejected = ImageState(rawValue: "REJECTED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageState] = [.pending, .approved, .rejected]
}

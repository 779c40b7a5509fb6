/// What a retention image is for.
public struct ImageSize: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ImageSize {
    /// Shown large.
    public static let fullSize = ImageSize(rawValue: "FULL_SIZE")
    /// Shown beside a bullet point.
    public static let bulletPoint = ImageSize(rawValue: "BULLET_POINT")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageSize] = [.fullSize, .bulletPoint]
}

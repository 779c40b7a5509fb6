/// Where a retention message's header is shown.
public struct HeaderPosition: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HeaderPosition {
    /// Above the body, which is the default.
    public static let aboveBody = HeaderPosition(rawValue: "ABOVE_BODY")
    /// Above the image, which the message must have then.
    public static let aboveImage = HeaderPosition(rawValue: "ABOVE_IMAGE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HeaderPosition] = [.aboveBody, .aboveImage]
}

/// Where Apple's review of a retention image stands.
public struct ImageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ImageState {
    /// Waiting for review.
    public static let pending = ImageState(rawValue: "PENDING")
    /// Approved; the image can be shown.
    public static let approved = ImageState(rawValue: "APPROVED")
    /// Rejected; the image cannot be shown.
    public static let rejected = ImageState(rawValue: "REJECTED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ImageState] = [.pending, .approved, .rejected]
}

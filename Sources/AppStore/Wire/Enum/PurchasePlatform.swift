/// The platform on which the app was first bought or downloaded.
public struct PurchasePlatform: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension PurchasePlatform {
    /// iPhone and iPad.
    public static let iOS = PurchasePlatform(rawValue: "iOS")
    /// Mac.
    public static let macOS = PurchasePlatform(rawValue: "macOS")
    /// Apple TV.
    public static let tvOS = PurchasePlatform(rawValue: "tvOS")
    /// Apple Vision.
    public static let visionOS = PurchasePlatform(rawValue: "visionOS")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [PurchasePlatform] = [.iOS, .macOS, .tvOS, .visionOS]
}

/// What Apple says about a customer's download of the app: the content of a signed app transaction.
///
/// Apple's name is JWSAppTransactionDecodedPayload. It has no `signedDate`: `receiptCreationDate` is when it was
/// signed.
public struct AppTransactionPayload: WireObject {
    /// The environment.
    public var receiptType: AppStoreEnvironment?
    /// Apple's id of the app; absent in the Sandbox and in Xcode.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The version of the app that asked.
    public var applicationVersion: String?
    /// Apple's id of that version.
    public var versionExternalIdentifier: Int64?
    /// When Apple signed this state.
    public var receiptCreationDate: Timestamp?
    /// When the customer first bought or downloaded the app.
    public var originalPurchaseDate: Timestamp?
    /// The version that the customer first bought or downloaded.
    public var originalApplicationVersion: String?
    /// Binds the data to a device, base64.
    public var deviceVerification: String?
    /// The nonce, a UUID, behind `deviceVerification`; kept as text.
    public var deviceVerificationNonce: String?
    /// When the customer ordered the app before its release.
    public var preorderDate: Timestamp?
    /// The id of the app's download: one for each Apple Account and app.
    public var appTransactionId: String?
    /// The platform of the first purchase or download.
    public var originalPlatform: PurchasePlatform?
    /// When the app asked; in data signed by Xcode.
    public var requestDate: Timestamp?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AppTransactionPayload> = [
        WireField("receiptType", \.receiptType),
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("applicationVersion", \.applicationVersion),
        WireField("versionExternalIdentifier", \.versionExternalIdentifier),
        WireField("receiptCreationDate", \.receiptCreationDate),
        WireField("originalPurchaseDate", \.originalPurchaseDate),
        WireField("originalApplicationVersion", \.originalApplicationVersion),
        WireField("deviceVerification", \.deviceVerification),
        WireField("deviceVerificationNonce", \.deviceVerificationNonce),
        WireField("preorderDate", \.preorderDate),
        WireField("appTransactionId", \.appTransactionId),
        WireField("originalPlatform", \.originalPlatform),
        WireField("requestDate", \.requestDate),
    ]
}

/// The platform on which the app was first bought or downloaded.
public struct PurchasePlatform: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// iPhone and iPad.
    public static let iOS = PurchasePlatform(rawValue: "iOS")
    /// Mac.
    public static let macOS = PurchasePlatform(rawValue: "macOS")
    /// Apple TV.
    public static let tvOS = PurchasePlatform(rawValue: "tvOS")
    /// Apple Vision.
    public static let visionOS = PurchasePlatform(rawValue: "visionOS")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [PurchasePlatform] = [.iOS, .macOS, .tvOS, .visionOS]
}

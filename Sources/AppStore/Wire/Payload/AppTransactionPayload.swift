/// The decoded payload of a signed app transaction, which describes a customer's download of the app.
///
/// Apple's name is JWSAppTransactionDecodedPayload. It has no `signedDate`; `receiptCreationDate` is the signing date.
public struct AppTransactionPayload: WireObject {
    /// The environment.
    public var receiptType: AppStoreEnvironment?
    /// The app's identifier in the App Store; absent in the Sandbox and in Xcode.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The version of the app that requested the app transaction.
    public var applicationVersion: String?
    /// Apple's identifier of that version.
    public var versionExternalIdentifier: Int64?
    /// The time at which Apple signed this state.
    public var receiptCreationDate: Timestamp?
    /// The time at which the customer first bought or downloaded the app.
    public var originalPurchaseDate: Timestamp?
    /// The version that the customer first bought or downloaded.
    public var originalApplicationVersion: String?
    /// The value that binds the data to a device, in Base64.
    public var deviceVerification: String?
    /// The nonce, a UUID, of `deviceVerification`, kept as text.
    public var deviceVerificationNonce: String?
    /// The time at which the customer preordered the app.
    public var preorderDate: Timestamp?
    /// The app transaction identifier, unique for each Apple Account and app.
    public var appTransactionId: String?
    /// The platform of the first purchase or download.
    public var originalPlatform: PurchasePlatform?
    /// The time of the app's request; only in data signed by Xcode.
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

/// The platform on which the customer first bought or downloaded the app.
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

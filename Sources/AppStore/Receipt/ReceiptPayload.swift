/// What a receipt says of the app and of its purchases, decoded; numbers in brackets are Apple's types of attributes.
///
/// Nothing in it is to be believed before the signature over it is verified, which is why only the verifier makes one.
public struct ReceiptPayload: Hashable, Sendable {
    /// Where it is from in Apple's word, such as `ProductionSandbox` (0).
    public internal(set) var receiptType: String?
    /// The App Store's number of the app; 0 outside Production (1).
    public internal(set) var appAppleID: Int64?
    /// The bundle id (2).
    public internal(set) var bundleID: String?
    /// The bundle id as it is encoded, which the device hash is made of (2).
    public internal(set) var bundleIDOctets: [UInt8] = []
    /// The version of the app that the receipt was made for (3).
    public internal(set) var applicationVersion: String?
    /// What else the device hash is made of (4).
    public internal(set) var opaqueValue: [UInt8]?
    /// SHA-1 that ties the receipt to one device (5).
    public internal(set) var deviceHash: [UInt8]?
    /// An instant of the app that is often empty (8).
    public internal(set) var appTransactionAt: Timestamp?
    /// The version of the tool that made the receipt (9).
    public internal(set) var fulfilmentToolVersion: Int64?
    /// The age rating, such as `4+` (10).
    public internal(set) var ageRating: String?
    /// The developer's number (11).
    public internal(set) var developerID: Int64?
    /// When the receipt was made: the instant at which its signer's certificates count (12).
    public internal(set) var createdAt: Timestamp?
    /// The number of the app's download; 0 outside Production (15).
    public internal(set) var downloadID: Int64?
    /// The number of the app's revision in the App Store; 0 outside Production (16).
    public internal(set) var versionExternalID: Int64?
    /// The purchases, in the receipt's order, which means nothing (17).
    public internal(set) var transactions: [ReceiptTransaction] = []
    /// When the customer first got the app; a constant in the sandbox (18).
    public internal(set) var originallyPurchasedAt: Timestamp?
    /// The version that the customer first got (19).
    public internal(set) var originalApplicationVersion: String?
    /// When the receipt ends, for apps bought by the volume (21).
    public internal(set) var expiresAt: Timestamp?
    /// Attributes whose meaning nobody knows: 6, 7, 13, 14, 20, 25 in every receipt, and types that are new.
    public internal(set) var unknown: [ReceiptAttribute] = []

    /// The environment that the receipt's type belongs to; nil for a type that is not known.
    public var environment: AppStoreEnvironment? {
        switch self.receiptType {
        case "Production", "ProductionVPP": .production
        case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
        case "Xcode": .xcode
        default: nil
        }
    }
}

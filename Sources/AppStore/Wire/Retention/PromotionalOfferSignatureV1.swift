/// A promotional offer with a separate signature.
///
/// Apple requires all fields but `appAccountToken`.
public struct PromotionalOfferSignatureV1: WireObject {
    /// The signature, base64.
    public var encodedSignature: String?
    /// The product the offer is for.
    public var productId: String?
    /// A UUID in lower case, used once.
    public var nonce: String?
    /// When the signature was made.
    public var timestamp: Timestamp?
    /// The id of our key.
    public var keyId: String?
    /// The offer's id.
    public var offerIdentifier: String?
    /// The customer's token, a UUID in lower case.
    public var appAccountToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PromotionalOfferSignatureV1> = [
        WireField("encodedSignature", \.encodedSignature),
        WireField("productId", \.productId),
        WireField("nonce", \.nonce),
        WireField("timestamp", \.timestamp),
        WireField("keyId", \.keyId),
        WireField("offerIdentifier", \.offerIdentifier),
        WireField("appAccountToken", \.appAccountToken),
    ]
}

/// The response to Apple's request for a retention message; exactly one field is set.
public struct RealtimeResponseBody: WireObject {
    /// A text message.
    public var message: Message?
    /// A message that suggests another product.
    public var alternateProduct: AlternateProduct?
    /// A message with a promotional offer.
    public var promotionalOffer: PromotionalOffer?
    /// A message with an Advanced Commerce request.
    public var advancedCommerceInfo: AdvancedCommerceInfo?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RealtimeResponseBody> = [
        WireField("message", \.message),
        WireField("alternateProduct", \.alternateProduct),
        WireField("promotionalOffer", \.promotionalOffer),
        WireField("advancedCommerceInfo", \.advancedCommerceInfo),
    ]
}

extension RealtimeResponseBody {
    /// A text message.
    public struct Message: WireObject {
        /// The identifier of the message, a UUID.
        public var messageIdentifier: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<RealtimeResponseBody.Message> = [
            WireField("messageIdentifier", \.messageIdentifier)
        ]
    }

    /// A message that suggests another product.
    ///
    /// Apple requires all fields except `billingPlanType`.
    public struct AlternateProduct: WireObject {
        /// The identifier of the message, a UUID.
        public var messageIdentifier: String?
        /// The product identifier of the suggested product.
        public var productId: String?
        /// The billing plan of the suggested product.
        public var billingPlanType: BillingPlanType?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<RealtimeResponseBody.AlternateProduct> = [
            WireField("messageIdentifier", \.messageIdentifier),
            WireField("productId", \.productId),
            WireField("billingPlanType", \.billingPlanType),
        ]
    }

    /// A message with a promotional offer, signed in one of two formats.
    ///
    /// Apple requires `messageIdentifier`.
    public struct PromotionalOffer: WireObject {
        /// The identifier of the message, a UUID.
        public var messageIdentifier: String?
        /// The offer signature as a JWS.
        public var promotionalOfferSignatureV2: SignedData?
        /// The offer signature in the original format.
        public var promotionalOfferSignatureV1: PromotionalOfferSignatureV1?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<RealtimeResponseBody.PromotionalOffer> = [
            WireField("messageIdentifier", \.messageIdentifier),
            WireField("promotionalOfferSignatureV2", \.promotionalOfferSignatureV2),
            WireField("promotionalOfferSignatureV1", \.promotionalOfferSignatureV1),
        ]
    }

    /// A message with an Advanced Commerce request.
    ///
    /// Apple requires all fields.
    public struct AdvancedCommerceInfo: WireObject {
        /// The identifier of the message, a UUID.
        public var messageIdentifier: String?
        /// A JSON object with the signed request, in Base64.
        public var advancedCommerceData: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<RealtimeResponseBody.AdvancedCommerceInfo> = [
            WireField("messageIdentifier", \.messageIdentifier),
            WireField("advancedCommerceData", \.advancedCommerceData),
        ]
    }
}

/// A promotional offer with a signature in the original format.
///
/// Apple requires all fields except `appAccountToken`.
public struct PromotionalOfferSignatureV1: WireObject {
    /// The signature, in Base64.
    public var encodedSignature: String?
    /// The product identifier of the subscription.
    public var productId: String?
    /// The nonce, a lowercase UUID that is used once.
    public var nonce: String?
    /// The time of the signature.
    public var timestamp: Timestamp?
    /// The identifier of the signing key.
    public var keyId: String?
    /// The offer identifier.
    public var offerIdentifier: String?
    /// The app account token, a lowercase UUID.
    public var appAccountToken: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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

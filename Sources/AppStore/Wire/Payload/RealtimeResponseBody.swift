/// Our answer when Apple asks for a retention message; exactly one field is set.
public struct RealtimeResponseBody: WireObject {
    /// A message.
    public var message: Message?
    /// A message that proposes another product.
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
    /// A message.
    public struct Message: WireObject {
        /// The message's id, a UUID.
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

    /// A message that proposes another product.
    ///
    /// Apple requires all fields but `billingPlanType`.
    public struct AlternateProduct: WireObject {
        /// The message's id, a UUID.
        public var messageIdentifier: String?
        /// The product to propose.
        public var productId: String?
        /// How the product's term is billed.
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

    /// A message with a promotional offer, signed in one of two ways.
    ///
    /// Apple requires `messageIdentifier`.
    public struct PromotionalOffer: WireObject {
        /// The message's id, a UUID.
        public var messageIdentifier: String?
        /// The offer, as a signed object.
        public var promotionalOfferSignatureV2: SignedData?
        /// The offer, with a separate signature.
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
        /// The message's id, a UUID.
        public var messageIdentifier: String?
        /// A JSON object that holds the signed request, in base64.
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

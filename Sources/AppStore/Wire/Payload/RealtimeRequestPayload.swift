/// The decoded payload of Apple's request for a retention message.
///
/// Apple's name is DecodedRealtimeRequestBody. Apple sends every field, but the fields are optional here: check that
/// those you need are present.
public struct RealtimeRequestPayload: WireObject {
    /// The original transaction identifier, that of the chain's first transaction.
    public var originalTransactionId: String?
    /// The app's identifier in the App Store.
    public var appAppleId: Int64?
    /// The customer's current product.
    public var productId: String?
    /// The customer's locale.
    public var userLocale: String?
    /// The identifier of the request, a UUID.
    public var requestIdentifier: String?
    /// The environment of the subscription.
    public var environment: AppStoreEnvironment?
    /// The time at which Apple signed the payload.
    public var signedDate: Timestamp?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RealtimeRequestPayload> = [
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("appAppleId", \.appAppleId),
        WireField("productId", \.productId),
        WireField("userLocale", \.userLocale),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("environment", \.environment),
        WireField("signedDate", \.signedDate),
    ]
}

/// The body of Apple's request for a retention message.
public struct RealtimeRequestBody: WireObject {
    /// The request, signed.
    public var signedPayload: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RealtimeRequestBody> = [
        WireField("signedPayload", \.signedPayload)
    ]
}

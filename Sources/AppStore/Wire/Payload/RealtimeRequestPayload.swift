/// What Apple says when it asks for a retention message: the content of its signed payload.
///
/// Apple's name is DecodedRealtimeRequestBody. Apple sends every field; whether they are all there is for the
/// caller to see.
public struct RealtimeRequestPayload: WireObject {
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// The product the customer has.
    public var productId: String?
    /// The customer's locale.
    public var userLocale: String?
    /// Apple's id of the request, a UUID.
    public var requestIdentifier: String?
    /// Where the subscription was bought.
    public var environment: AppStoreEnvironment?
    /// When Apple signed it.
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

/// The body with which Apple asks for a retention message.
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

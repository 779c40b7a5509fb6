/// The decoded payload of a server notification of version 2.
///
/// Apple's name is ResponseBodyV2DecodedPayload. At most one of `data`, `summary`, `externalPurchaseToken`, and
/// `appData` is present. The signed objects inside it have their own signatures, which this type does not verify.
public struct NotificationPayload: WireObject {
    /// The type of the notification.
    public var notificationType: NotificationType?
    /// The subtype, which some types have.
    public var subtype: NotificationSubtype?
    /// The notification's identifier, the same in every attempt to deliver it.
    public var notificationUUID: String?
    /// The app and the purchase, for most notification types.
    public var data: NotificationData?
    /// The notification's version, `2.0`.
    public var version: String?
    /// The time at which Apple signed the payload.
    public var signedDate: Timestamp?
    /// The result of a mass extension.
    public var summary: NotificationSummary?
    /// The token, for types about external purchases.
    public var externalPurchaseToken: ExternalPurchaseToken?
    /// The app transaction, for a rescinded consent.
    public var appData: NotificationAppData?
    /// The claims on seats that Apple ended.
    public var unclaimInfo: UnclaimInfo?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationPayload> = [
        WireField("notificationType", \.notificationType),
        WireField("subtype", \.subtype),
        WireField("notificationUUID", \.notificationUUID),
        WireField("data", \.data),
        WireField("version", \.version),
        WireField("signedDate", \.signedDate),
        WireField("summary", \.summary),
        WireField("externalPurchaseToken", \.externalPurchaseToken),
        WireField("appData", \.appData),
        WireField("unclaimInfo", \.unclaimInfo),
    ]
}

/// The app and the purchase that a notification is about.
public struct NotificationData: WireObject {
    /// The app's identifier in the App Store; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The version of the app.
    public var bundleVersion: String?
    /// The environment of the purchase.
    public var environment: AppStoreEnvironment?
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information of an auto-renewable subscription, signed.
    public var signedRenewalInfo: SignedData?
    /// The state of the subscription at the time of signing.
    public var status: SubscriptionStatus?
    /// The customer's reason for the refund request.
    public var consumptionRequestReason: ConsumptionRequestReason?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationData> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("bundleVersion", \.bundleVersion),
        WireField("environment", \.environment),
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
        WireField("status", \.status),
        WireField("consumptionRequestReason", \.consumptionRequestReason),
    ]
}

/// A customer's reason for a refund request.
public struct ConsumptionRequestReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchase was not intended.
    public static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
    /// The customer did not receive the purchase, or it did not work.
    public static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")
    /// The customer was not satisfied.
    public static let unsatisfiedWithPurchase = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// A legal reason.
    public static let legal = ConsumptionRequestReason(rawValue: "LEGAL")
    /// Another reason.
    public static let other = ConsumptionRequestReason(rawValue: "OTHER")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionRequestReason] = [
        .unintendedPurchase,
        .fulfillmentIssue,
        .unsatisfiedWithPurchase,
        .legal,
        .other,
    ]
}

/// The result of a mass extension of renewal dates.
public struct NotificationSummary: WireObject {
    /// The environment of the subscriptions.
    public var environment: AppStoreEnvironment?
    /// The app's identifier in the App Store.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The product identifier of the extended subscriptions.
    public var productId: String?
    /// The identifier, a UUID, of the request.
    public var requestIdentifier: String?
    /// The storefronts of the request, ISO 3166-1 alpha-3; absent for all.
    public var storefrontCountryCodes: [String]?
    /// The number of renewal dates that Apple extended.
    public var succeededCount: Int64?
    /// The number of renewal dates that Apple could not extend.
    public var failedCount: Int64?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationSummary> = [
        WireField("environment", \.environment),
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("productId", \.productId),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("storefrontCountryCodes", \.storefrontCountryCodes),
        WireField("succeededCount", \.succeededCount),
        WireField("failedCount", \.failedCount),
    ]
}

/// The app transaction that a notification is about.
public struct NotificationAppData: WireObject {
    /// The app's identifier in the App Store; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The environment of the download.
    public var environment: AppStoreEnvironment?
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationAppData> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("environment", \.environment),
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo),
    ]
}

/// The body of a server notification of version 2, as Apple sends it to the server's URL.
///
/// Apple's name is responseBodyV2.
public struct NotificationBody: WireObject {
    /// The notification, signed.
    public var signedPayload: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationBody> = [
        WireField("signedPayload", \.signedPayload)
    ]
}

/// What a server notification of version 2 says: the content of its signed payload.
///
/// Apple's name is ResponseBodyV2DecodedPayload. Of `data`, `summary`, `externalPurchaseToken` and `appData` at
/// most one is there. What is signed inside of it has its own signatures, which this type says nothing about.
public struct NotificationPayload: WireObject {
    /// What the notification is about.
    public var notificationType: NotificationType?
    /// The finer meaning of some types.
    public var subtype: NotificationSubtype?
    /// The notification's id, the same in every attempt to deliver it.
    public var notificationUUID: String?
    /// The app and the purchase, for most types.
    public var data: NotificationData?
    /// The notification's version, `2.0`.
    public var version: String?
    /// When Apple signed it.
    public var signedDate: Timestamp?
    /// The result of a mass extension.
    public var summary: NotificationSummary?
    /// The token, for types about external purchases.
    public var externalPurchaseToken: ExternalPurchaseToken?
    /// The app's download, for withdrawn consent.
    public var appData: NotificationAppData?
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
    ]
}

/// The app and the purchase that a notification is about.
public struct NotificationData: WireObject {
    /// Apple's id of the app; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The version of the app.
    public var bundleVersion: String?
    /// Where the purchase was made.
    public var environment: AppStoreEnvironment?
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info of an auto-renewable subscription, signed.
    public var signedRenewalInfo: SignedData?
    /// The state of the subscription when the notification was signed.
    public var status: SubscriptionStatus?
    /// Why the customer asked for a refund.
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

/// Why the customer asked for a refund.
public struct ConsumptionRequestReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchase was not intended.
    public static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
    /// What was bought did not arrive or did not work.
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

/// The result of extending the renewal dates of many subscribers.
public struct NotificationSummary: WireObject {
    /// Where the subscriptions were bought.
    public var environment: AppStoreEnvironment?
    /// Apple's id of the app.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The product whose renewals were extended.
    public var productId: String?
    /// The id, a UUID, of the request.
    public var requestIdentifier: String?
    /// The storefronts that were asked for, ISO 3166-1 alpha-3; absent for all.
    public var storefrontCountryCodes: [String]?
    /// How many renewals were extended.
    public var succeededCount: Int64?
    /// How many could not be extended.
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

/// The app's download that a notification is about.
public struct NotificationAppData: WireObject {
    /// Apple's id of the app; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// Where the app was downloaded.
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

/// The body of a server notification of version 2, as Apple posts it to our URL.
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

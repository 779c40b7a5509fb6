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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
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

/// The body of Get Notification History.
///
/// Apple requires `startDate` and `endDate`.
public struct NotificationHistoryRequest: WireObject {
    /// The earliest date, within the past 180 days.
    public var startDate: Timestamp?
    /// The latest date.
    public var endDate: Timestamp?
    /// Only this type; not together with `transactionId`.
    public var notificationType: NotificationType?
    /// Only this subtype of the type.
    public var notificationSubtype: NotificationSubtype?
    /// Only notifications about the customer of this transaction.
    public var transactionId: String?
    /// True for those that have not been delivered yet.
    public var onlyFailures: Bool?
    /// The old name of `transactionId`.
    public var originalTransactionId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationHistoryRequest> = [
        WireField("startDate", \.startDate),
        WireField("endDate", \.endDate),
        WireField("notificationType", \.notificationType),
        WireField("notificationSubtype", \.notificationSubtype),
        WireField("transactionId", \.transactionId),
        WireField("onlyFailures", \.onlyFailures),
        WireField("originalTransactionId", \.originalTransactionId),
    ]
}

extension AppStoreRequest where Answer == NotificationHistoryResponse {
    /// Get Notification History: a page of at most twenty notifications as they were first sent.
    ///
    /// - Parameters:
    ///   - selection: Which notifications.
    ///   - start: The first instant, at most 180 days ago.
    ///   - end: The instant behind the last, which must be after the start.
    ///   - onlyFailures: Only those that have not reached the server yet.
    ///   - paginationToken: What the page before said; all else must stay the same. Nil for the first page.
    /// - Returns: The request.
    public static func notificationHistory(
        _ selection: NotificationSelection,
        from start: Timestamp,
        to end: Timestamp,
        onlyFailures: Bool = false,
        after paginationToken: String? = nil
    ) -> Self {
        var body = NotificationHistoryRequest.with {
            $0.startDate = start
            $0.endDate = end
        }
        switch selection {
        case .all: break
        case .type(let type, let subtype):
            body.notificationType = type
            body.notificationSubtype = subtype
        case .transaction(let id): body.transactionId = id
        }
        if onlyFailures { body.onlyFailures = true }
        return Self(
            .getNotificationHistory,
            "POST",
            ["inApps", "v1", "notifications", "history"],
            query: paginationToken.map { [(name: "paginationToken", value: $0)] } ?? [],
            body: body
        ) { $0.hasMore != nil && ($0.hasMore == false || $0.paginationToken != nil) }
    }
}

/// Which notifications a history is to hold.
public enum NotificationSelection: Hashable, Sendable {
    /// All of the app's.
    case all
    /// Those of a type, and of one of its subtypes where one is given.
    case type(NotificationType, NotificationSubtype? = nil)
    /// Those of the customer who made a transaction.
    case transaction(String)
}

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

/// One page of the answer to Get Notification History.
public struct NotificationHistoryResponse: WireObject {
    /// The token that asks for the next page.
    public var paginationToken: String?
    /// Whether there is another page.
    public var hasMore: Bool?
    /// Up to 20 notifications.
    public var notificationHistory: [NotificationHistoryResponseItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationHistoryResponse> = [
        WireField("paginationToken", \.paginationToken),
        WireField("hasMore", \.hasMore),
        WireField("notificationHistory", \.notificationHistory),
    ]
}

/// One notification that Apple sent or tries to send.
public struct NotificationHistoryResponseItem: WireObject {
    /// The notification, signed, as it was first sent.
    public var signedPayload: SignedData?
    /// Up to six attempts to deliver it.
    public var sendAttempts: [SendAttemptItem]?
    /// What came of the first attempt; the old field.
    public var firstSendAttemptResult: SendAttemptResult?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationHistoryResponseItem> = [
        WireField("signedPayload", \.signedPayload),
        WireField("sendAttempts", \.sendAttempts),
        WireField("firstSendAttemptResult", \.firstSendAttemptResult),
    ]
}

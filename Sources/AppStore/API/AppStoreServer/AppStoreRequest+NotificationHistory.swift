extension AppStoreRequest where Response == NotificationHistoryResponse {
    /// Returns a page of at most twenty notifications, each as Apple first sent it (Get Notification History).
    ///
    /// - Parameters:
    ///   - selection: The notifications to include.
    ///   - start: The start of the period, at most 180 days ago.
    ///   - end: The end of the period, exclusive; it must be after the start.
    ///   - onlyFailures: Whether to include only notifications that have not reached the server yet.
    ///   - paginationToken: The token of the previous page, with all other parameters unchanged; `nil` for the first
    ///     page.
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

/// The notifications that a history includes.
public enum NotificationSelection: Hashable, Sendable {
    /// All notifications of the app.
    case all
    /// Notifications of a type and, if given, of one of its subtypes.
    case type(NotificationType, NotificationSubtype? = nil)
    /// Notifications about the customer of a transaction.
    case transaction(String)
}

/// The request body of Get Notification History.
///
/// Apple requires `startDate` and `endDate`.
public struct NotificationHistoryRequest: WireObject {
    /// The start of the period, within the past 180 days.
    public var startDate: Timestamp?
    /// The end of the period.
    public var endDate: Timestamp?
    /// The notification type; Apple does not accept it together with `transactionId`.
    public var notificationType: NotificationType?
    /// The subtype of the notification type.
    public var notificationSubtype: NotificationSubtype?
    /// A transaction identifier of the customer.
    public var transactionId: String?
    /// Whether the history includes only notifications that have not been delivered yet.
    public var onlyFailures: Bool?
    /// The former name of `transactionId`.
    public var originalTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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

/// A page of the response to Get Notification History.
public struct NotificationHistoryResponse: WireObject {
    /// The token for requesting the next page.
    public var paginationToken: String?
    /// Whether there is a next page.
    public var hasMore: Bool?
    /// The notifications, at most 20.
    public var notificationHistory: [NotificationHistoryResponseItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationHistoryResponse> = [
        WireField("paginationToken", \.paginationToken),
        WireField("hasMore", \.hasMore),
        WireField("notificationHistory", \.notificationHistory),
    ]
}

/// A notification that Apple sent or is trying to send.
public struct NotificationHistoryResponseItem: WireObject {
    /// The signed notification as Apple first sent it.
    public var signedPayload: SignedData?
    /// Apple's attempts to deliver the notification, at most six.
    public var sendAttempts: [SendAttemptItem]?
    /// The result of the first attempt; deprecated by Apple.
    public var firstSendAttemptResult: SendAttemptResult?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<NotificationHistoryResponseItem> = [
        WireField("signedPayload", \.signedPayload),
        WireField("sendAttempts", \.sendAttempts),
        WireField("firstSendAttemptResult", \.firstSendAttemptResult),
    ]
}

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

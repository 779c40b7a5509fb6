/// The answer to Request a Test Notification.
public struct SendTestNotificationResponse: WireObject {
    /// The token that asks for the result.
    public var testNotificationToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendTestNotificationResponse> = [
        WireField("testNotificationToken", \.testNotificationToken)
    ]
}

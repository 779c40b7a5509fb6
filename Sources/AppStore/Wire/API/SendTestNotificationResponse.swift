/// The answer to Request a Test Notification.
public struct SendTestNotificationResponse: WireObject {
    /// The token that asks for the result.
    public var testNotificationToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(testNotificationToken: String? = nil, unknownFields: [JSONMember] = []) {
        self.testNotificationToken = testNotificationToken
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendTestNotificationResponse> = [
        WireField("testNotificationToken", \.testNotificationToken)
    ]
}

/// The answer to Get Test Notification Status.
public struct CheckTestNotificationResponse: WireObject {
    /// The notification, signed.
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
    public static let fields: WireFields<CheckTestNotificationResponse> = [
        WireField("signedPayload", \.signedPayload),
        WireField("sendAttempts", \.sendAttempts),
        WireField("firstSendAttemptResult", \.firstSendAttemptResult),
    ]
}

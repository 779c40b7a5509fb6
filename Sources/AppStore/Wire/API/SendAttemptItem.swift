/// One attempt to deliver a notification.
public struct SendAttemptItem: WireObject {
    /// When Apple tried.
    public var attemptDate: Timestamp?
    /// What came of it.
    public var sendAttemptResult: SendAttemptResult?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendAttemptItem> = [
        WireField("attemptDate", \.attemptDate),
        WireField("sendAttemptResult", \.sendAttemptResult),
    ]
}

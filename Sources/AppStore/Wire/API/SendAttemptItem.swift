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

    /// An object with these fields; what is left out is absent.
    public init(
        attemptDate: Timestamp? = nil,
        sendAttemptResult: SendAttemptResult? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.attemptDate = attemptDate
        self.sendAttemptResult = sendAttemptResult
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendAttemptItem> = [
        WireField("attemptDate", \.attemptDate),
        WireField("sendAttemptResult", \.sendAttemptResult),
    ]
}

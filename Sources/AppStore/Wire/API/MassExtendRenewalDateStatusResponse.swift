/// How far a mass extension of renewal dates is.
public struct MassExtendRenewalDateStatusResponse: WireObject {
    /// Our id of the request.
    public var requestIdentifier: String?
    /// Whether it has ended; the other fields are there only then.
    public var complete: Bool?
    /// When it ended.
    public var completeDate: Timestamp?
    /// How many renewals were extended.
    public var succeededCount: Int64?
    /// How many could not be extended.
    public var failedCount: Int64?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateStatusResponse> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("complete", \.complete),
        WireField("completeDate", \.completeDate),
        WireField("succeededCount", \.succeededCount),
        WireField("failedCount", \.failedCount),
    ]
}

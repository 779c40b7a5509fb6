/// The body of Initiate Performance Test.
public struct PerformanceTestRequest: WireObject {
    /// The first transaction of a subscription in the Sandbox.
    public var originalTransactionId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestRequest> = [
        WireField("originalTransactionId", \.originalTransactionId)
    ]
}

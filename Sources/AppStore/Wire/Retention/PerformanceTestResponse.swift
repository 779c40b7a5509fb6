/// The answer to Initiate Performance Test.
public struct PerformanceTestResponse: WireObject {
    /// What the test does.
    public var config: PerformanceTestConfig?
    /// The test's id.
    public var requestId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestResponse> = [
        WireField("config", \.config),
        WireField("requestId", \.requestId),
    ]
}

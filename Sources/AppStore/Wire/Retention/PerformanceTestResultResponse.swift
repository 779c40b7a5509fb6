/// The answer to Get Performance Test Results.
public struct PerformanceTestResultResponse: WireObject {
    /// What the test does.
    public var config: PerformanceTestConfig?
    /// The address under test.
    public var target: String?
    /// How the test went.
    public var result: PerformanceTestStatus?
    /// The share of answers that were good, in percent.
    public var successRate: Int32?
    /// How many requests have no answer yet.
    public var numPending: Int32?
    /// How long answers took.
    public var responseTimes: PerformanceTestResponseTimes?
    /// How many requests failed in each way.
    public var failures: [SendAttemptResult: Int32]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestResultResponse> = [
        WireField("config", \.config),
        WireField("target", \.target),
        WireField("result", \.result),
        WireField("successRate", \.successRate),
        WireField("numPending", \.numPending),
        WireField("responseTimes", \.responseTimes),
        WireField("failures", \.failures),
    ]
}

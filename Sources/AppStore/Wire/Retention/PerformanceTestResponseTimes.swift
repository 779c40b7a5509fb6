/// How long answers took in a performance test.
public struct PerformanceTestResponseTimes: WireObject {
    /// The mean, in milliseconds.
    public var average: Int64?
    /// The median, in milliseconds.
    public var p50: Int64?
    /// The 90th percentile, in milliseconds.
    public var p90: Int64?
    /// The 95th percentile, in milliseconds.
    public var p95: Int64?
    /// The 99th percentile, in milliseconds.
    public var p99: Int64?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestResponseTimes> = [
        WireField("average", \.average),
        WireField("p50", \.p50),
        WireField("p90", \.p90),
        WireField("p95", \.p95),
        WireField("p99", \.p99),
    ]
}

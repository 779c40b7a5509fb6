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

    /// An object with these fields; what is left out is absent.
    public init(
        average: Int64? = nil,
        p50: Int64? = nil,
        p90: Int64? = nil,
        p95: Int64? = nil,
        p99: Int64? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.average = average
        self.p50 = p50
        self.p90 = p90
        self.p95 = p95
        self.p99 = p99
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestResponseTimes> = [
        WireField("average", \.average),
        WireField("p50", \.p50),
        WireField("p90", \.p90),
        WireField("p95", \.p95),
        WireField("p99", \.p99),
    ]
}

/// What a performance test does and asks for.
public struct PerformanceTestConfig: WireObject {
    /// How many requests it keeps open at once.
    public var maxConcurrentRequests: Int64?
    /// How many requests it sends.
    public var totalRequests: Int64?
    /// How long it lasts, in milliseconds.
    public var totalDuration: Int64?
    /// The time within which answers must come, in milliseconds.
    public var responseTimeThreshold: Int64?
    /// The share of answers that must be good, in percent.
    public var successRateThreshold: Int32?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<PerformanceTestConfig> = [
        WireField("maxConcurrentRequests", \.maxConcurrentRequests),
        WireField("totalRequests", \.totalRequests),
        WireField("totalDuration", \.totalDuration),
        WireField("responseTimeThreshold", \.responseTimeThreshold),
        WireField("successRateThreshold", \.successRateThreshold),
    ]
}

extension AppStoreRequest where Answer == PerformanceTestResponse {
    /// Initiate Performance Test of the realtime address.
    ///
    /// Sandbox only.
    public static func performanceTest(with originalTransactionID: String) -> Self {
        Self(
            .initiatePerformanceTest,
            "POST",
            ["inApps", "v1", "messaging", "performanceTest"],
            body: PerformanceTestRequest.with { $0.originalTransactionId = originalTransactionID }
        ) { $0.requestId != nil }
    }
}

extension AppStoreRequest where Answer == PerformanceTestResultResponse {
    /// Get Performance Test Results.
    public static func performanceTestResult(_ requestID: String) -> Self {
        Self(
            .getPerformanceTestResults,
            "GET",
            ["inApps", "v1", "messaging", "performanceTest", "result", requestID]
        ) { $0.result != nil }
    }
}

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

/// How a performance test of our retention endpoint went.
public struct PerformanceTestStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is still running.
    public static let pending = PerformanceTestStatus(rawValue: "PENDING")
    /// It met the thresholds.
    public static let pass = PerformanceTestStatus(rawValue: "PASS")
    /// It did not meet the thresholds.
    public static let fail = PerformanceTestStatus(rawValue: "FAIL")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [PerformanceTestStatus] = [.pending, .pass, .fail]
}

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

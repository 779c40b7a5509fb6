extension AppStoreRequest where Response == PerformanceTestResponse {
    /// Starts a performance test of the realtime URL (Initiate Performance Test).
    ///
    /// Apple offers it in the Sandbox only.
    public static func performanceTest(with originalTransactionID: String) -> Self {
        Self(
            .initiatePerformanceTest,
            "POST",
            ["inApps", "v1", "messaging", "performanceTest"],
            body: PerformanceTestRequest.with { $0.originalTransactionId = originalTransactionID }
        ) { $0.requestId != nil }
    }
}

extension AppStoreRequest where Response == PerformanceTestResultResponse {
    /// Returns the results of a performance test (Get Performance Test Results).
    public static func performanceTestResult(_ requestID: String) -> Self {
        Self(
            .getPerformanceTestResults,
            "GET",
            ["inApps", "v1", "messaging", "performanceTest", "result", requestID]
        ) { $0.result != nil }
    }
}

/// The request body of Initiate Performance Test.
public struct PerformanceTestRequest: WireObject {
    /// The original transaction identifier of a subscription in the Sandbox.
    public var originalTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<PerformanceTestRequest> = [
        WireField("originalTransactionId", \.originalTransactionId)
    ]
}

/// The response to Initiate Performance Test.
public struct PerformanceTestResponse: WireObject {
    /// The parameters of the test.
    public var config: PerformanceTestConfig?
    /// The test's identifier.
    public var requestId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<PerformanceTestResponse> = [
        WireField("config", \.config),
        WireField("requestId", \.requestId),
    ]
}

/// The parameters and thresholds of a performance test.
public struct PerformanceTestConfig: WireObject {
    /// The maximum number of concurrent requests.
    public var maxConcurrentRequests: Int64?
    /// The total number of requests.
    public var totalRequests: Int64?
    /// The duration of the test, in milliseconds.
    public var totalDuration: Int64?
    /// The maximum response time, in milliseconds.
    public var responseTimeThreshold: Int64?
    /// The minimum share of successful responses, in percent.
    public var successRateThreshold: Int32?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<PerformanceTestConfig> = [
        WireField("maxConcurrentRequests", \.maxConcurrentRequests),
        WireField("totalRequests", \.totalRequests),
        WireField("totalDuration", \.totalDuration),
        WireField("responseTimeThreshold", \.responseTimeThreshold),
        WireField("successRateThreshold", \.successRateThreshold),
    ]
}

/// The response to Get Performance Test Results.
public struct PerformanceTestResultResponse: WireObject {
    /// The parameters of the test.
    public var config: PerformanceTestConfig?
    /// The URL under test.
    public var target: String?
    /// The result of the test.
    public var result: PerformanceTestStatus?
    /// The share of successful responses, in percent.
    public var successRate: Int32?
    /// The number of requests without a response yet.
    public var numPending: Int32?
    /// The response times.
    public var responseTimes: PerformanceTestResponseTimes?
    /// The number of failed requests by result.
    public var failures: [SendAttemptResult: Int32]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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

/// The result of a performance test of the realtime URL.
public struct PerformanceTestStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The test is still running.
    public static let pending = PerformanceTestStatus(rawValue: "PENDING")
    /// The endpoint met the thresholds.
    public static let pass = PerformanceTestStatus(rawValue: "PASS")
    /// The endpoint did not meet the thresholds.
    public static let fail = PerformanceTestStatus(rawValue: "FAIL")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [PerformanceTestStatus] = [.pending, .pass, .fail]
}

/// The response times of a performance test.
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
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<PerformanceTestResponseTimes> = [
        WireField("average", \.average),
        WireField("p50", \.p50),
        WireField("p90", \.p90),
        WireField("p95", \.p95),
        WireField("p99", \.p99),
    ]
}

package import AppStore
import Foundation

/// One performance test of a realtime endpoint.
package struct RetentionTest: Sendable {
    /// The configuration of the test.
    package let config: PerformanceTestConfig
    /// The URL under test.
    package let target: String
    /// The requests.
    package let requests: [RealtimeRequestPayload]
    /// The results of the completed requests, with their response times in milliseconds.
    package internal(set) var outcomes: [(result: SendAttemptResult, milliseconds: Int64)] = []

    /// Creates a test that has not started.
    init(config: PerformanceTestConfig, target: String, requests: [RealtimeRequestPayload]) {
        self.config = config
        self.target = target
        self.requests = requests
    }

    /// Whether requests are pending.
    package var isRunning: Bool { self.outcomes.count < self.requests.count }

    /// The percentage of successful responses.
    package var successPercentage: Int32 {
        guard !self.outcomes.isEmpty else { return 0 }
        let successes = self.outcomes.count { $0.result == .success }
        return Int32(successes * 100 / self.outcomes.count)
    }

    /// Whether the completed test has met its thresholds.
    package var hasPassed: Bool {
        !self.isRunning && self.successPercentage >= self.config.successRateThreshold ?? 0
    }

    /// The current result, in the form of Apple's response.
    package var result: PerformanceTestResultResponse {
        var failures: [SendAttemptResult: Int32] = [:]
        for outcome in self.outcomes where outcome.result != .success { failures[outcome.result, default: 0] += 1 }
        return PerformanceTestResultResponse.with {
            $0.config = self.config
            $0.target = self.target
            $0.result = self.isRunning ? .pending : self.hasPassed ? .pass : .fail
            $0.successRate = self.successPercentage
            $0.numPending = Int32(self.requests.count - self.outcomes.count)
            $0.responseTimes = self.responseTimes
            $0.failures = failures
        }
    }

    /// The mean and the percentiles of the response times (nearest rank).
    private var responseTimes: PerformanceTestResponseTimes? {
        let times = self.outcomes.map(\.milliseconds).sorted()
        guard !times.isEmpty else { return nil }
        func time(_ percentile: Int) -> Int64 { times[(times.count * percentile + 99) / 100 - 1] }
        return PerformanceTestResponseTimes.with {
            $0.average = times.reduce(0, +) / Int64(times.count)
            $0.p50 = time(50)
            $0.p90 = time(90)
            $0.p95 = time(95)
            $0.p99 = time(99)
        }
    }

    /// Sends all requests of the test with its concurrency, and reports each result, in any order.
    func run(
        signer: StoreSigner,
        sending sender: @escaping RealtimeSender,
        reporting report: @escaping @Sendable (SendAttemptResult, _ milliseconds: Int64) -> Void
    ) async {
        let limit = self.config.responseTimeThreshold ?? .max
        let target = self.target
        await withTaskGroup(of: Void.self) { group in
            for (index, request) in self.requests.enumerated() {
                if index >= self.config.maxConcurrentRequests ?? 1 { await group.next() }
                group.addTask {
                    let reply = await sender(target, request.body(signer: signer))
                    report(reply.result(withinMilliseconds: limit), reply.milliseconds)
                }
            }
        }
    }
}

extension RealtimeRequestPayload {
    /// Returns the posted body: `{"signedPayload": "..."}`.
    func body(signer: StoreSigner) -> [UInt8] {
        RealtimeRequestBody.with { $0.signedPayload = SignedData(signer.sign(self.json())) }.json()
    }
}

extension RetentionMessaging {
    /// The locale in the requests of a performance test.
    private static let testLocale = "en-US"

    /// Returns the transaction in the body of Initiate Performance Test.
    package static func testTransaction(_ body: [UInt8]) throws(RetentionError) -> String {
        let request = try? PerformanceTestRequest(json: body)
        guard let id = request?.originalTransactionId, !id.isEmpty else { throw .invalidPerformanceTestRequest }
        return id
    }

    /// Performs Initiate Performance Test, against the realtime URL, for a subscription.
    ///
    /// The method prepares the test and its requests; the caller signs and sends them, and reports each result with
    /// ``record(_:milliseconds:inTest:)``.
    package mutating func planTest(
        for subject: RetentionSubject,
        at now: Int64
    ) throws(RetentionError) -> PerformanceTestResponse {
        guard self.behavior.offersPerformanceTests else { throw .invalidPerformanceTestRequest }
        guard let target = self.realtimeURL else { throw .realtimeURLNotFound }
        guard !self.tests.values.contains(where: \.isRunning) else { throw .existingPerformanceTestRun }
        let config = PerformanceTestConfig.with {
            $0.maxConcurrentRequests = Int64(self.behavior.testConcurrency)
            $0.totalRequests = Int64(self.behavior.testRequestCount)
            $0.totalDuration = self.behavior.testDurationMilliseconds
            $0.responseTimeThreshold = self.behavior.responseTimeMilliseconds
            $0.successRateThreshold = self.behavior.requiredSuccessPercentage
        }
        let id = self.identifiers.uuid()
        var requests: [RealtimeRequestPayload] = []
        for _ in 0..<self.behavior.testRequestCount {
            requests.append(self.request(for: subject, locale: Self.testLocale, at: now))
        }
        self.tests[id] = RetentionTest(config: config, target: target, requests: requests)
        return PerformanceTestResponse.with {
            $0.config = config
            $0.requestId = id
        }
    }

    /// Returns a performance test by its identifier.
    package func test(_ identifier: String) -> RetentionTest? { self.tests[identifier.lowercased()] }

    /// Performs Get Performance Test Results.
    package func testResult(_ identifier: String) throws(RetentionError) -> PerformanceTestResultResponse {
        guard UUID(uuidString: identifier) != nil else { throw .invalidRequestId }
        guard let test = self.test(identifier) else { throw .performanceTestNotFound }
        return test.result
    }

    /// Records the result of one request of a test; a passed test allows its URL in production.
    package mutating func record(_ result: SendAttemptResult, milliseconds: Int64, inTest identifier: String) {
        guard var test = self.test(identifier), test.isRunning else { return }
        test.outcomes.append((result, milliseconds))
        self.tests[identifier.lowercased()] = test
        if test.hasPassed { self.passedURLs.insert(test.target) }
    }

    /// Returns the store's request for a subscription's customer, with a new identifier.
    package mutating func request(
        for subject: RetentionSubject,
        locale: String,
        at now: Int64
    ) -> RealtimeRequestPayload {
        subject.request(locale: locale, identifier: self.identifiers.uuid(), at: now)
    }
}

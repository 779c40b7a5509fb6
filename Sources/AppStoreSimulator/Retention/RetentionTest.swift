package import AppStore
import Foundation

/// One performance test of a realtime endpoint.
package struct RetentionTest: Sendable {
    /// What it does.
    package let config: PerformanceTestConfig
    /// The address under test.
    package let target: String
    /// What is sent, request by request.
    package let requests: [RealtimeRequestPayload]
    /// How the requests that have been answered went, with their time in milliseconds.
    package internal(set) var outcomes: [(result: SendAttemptResult, milliseconds: Int64)] = []

    /// A test that has not begun.
    init(config: PerformanceTestConfig, target: String, requests: [RealtimeRequestPayload]) {
        self.config = config
        self.target = target
        self.requests = requests
    }

    /// Whether requests wait for an answer.
    package var isRunning: Bool { self.outcomes.count < self.requests.count }

    /// How many answers of a hundred were good.
    package var successPercentage: Int32 {
        guard !self.outcomes.isEmpty else { return 0 }
        let successes = self.outcomes.count { $0.result == .success }
        return Int32(successes * 100 / self.outcomes.count)
    }

    /// Whether it has met its thresholds, once it is over.
    package var hasPassed: Bool {
        !self.isRunning && self.successPercentage >= self.config.successRateThreshold ?? 0
    }

    /// How it went so far, as Apple answers it.
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

    /// The mean, and the times within which so many answers of a hundred came (nearest rank).
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

    /// Sends every request of the test, so many at once as it says, and tells how each went, in any order.
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
    /// The body that is posted: `{"signedPayload": "..."}`.
    func body(signer: StoreSigner) -> [UInt8] {
        RealtimeRequestBody.with { $0.signedPayload = SignedData(signer.sign(self.json())) }.json()
    }
}

extension RetentionMessaging {
    /// The locale that the requests of a performance test name.
    private static let testLocale = "en-US"

    /// The transaction that a body names for Initiate Performance Test.
    package static func testTransaction(_ body: [UInt8]) throws(RetentionError) -> String {
        let request = try? PerformanceTestRequest(json: body)
        guard let id = request?.originalTransactionId, !id.isEmpty else { throw .invalidPerformanceTestRequest }
        return id
    }

    /// Initiate Performance Test, against the realtime address, for a subscription.
    ///
    /// The test is planned, and its requests are ready to be signed and sent; who sends them tells how each went with
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

    /// A performance test by its identifier.
    package func test(_ identifier: String) -> RetentionTest? { self.tests[identifier.lowercased()] }

    /// Get Performance Test Results.
    package func testResult(_ identifier: String) throws(RetentionError) -> PerformanceTestResultResponse {
        guard UUID(uuidString: identifier) != nil else { throw .invalidRequestId }
        guard let test = self.test(identifier) else { throw .performanceTestNotFound }
        return test.result
    }

    /// Notes how one request of a test went; a test that passes lets its address be used in production.
    package mutating func record(_ result: SendAttemptResult, milliseconds: Int64, inTest identifier: String) {
        guard var test = self.test(identifier), test.isRunning else { return }
        test.outcomes.append((result, milliseconds))
        self.tests[identifier.lowercased()] = test
        if test.hasPassed { self.passedURLs.insert(test.target) }
    }

    /// What the store asks for a subscription's customer, under an identifier of its own.
    package mutating func request(
        for subject: RetentionSubject,
        locale: String,
        at now: Int64
    ) -> RealtimeRequestPayload {
        subject.request(locale: locale, identifier: self.identifiers.uuid(), at: now)
    }
}

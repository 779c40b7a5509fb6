package import AppStore
import Foundation

extension RetentionDesk {
    /// The locale that the requests of a performance test name.
    private static let testLocale = "en-US"

    /// The transaction that a body names for Initiate Performance Test.
    package static func testTransaction(_ body: [UInt8]) throws(RetentionFault) -> String {
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
    ) throws(RetentionFault) -> PerformanceTestResponse {
        guard self.conduct.offersPerformanceTests else { throw .invalidPerformanceTestRequest }
        guard let target = self.realtimeURL else { throw .realtimeURLNotFound }
        guard !self.tests.values.contains(where: \.isRunning) else { throw .existingPerformanceTestRun }
        let config = PerformanceTestConfig.with {
            $0.maxConcurrentRequests = Int64(self.conduct.testConcurrency)
            $0.totalRequests = Int64(self.conduct.testRequestCount)
            $0.totalDuration = self.conduct.testDurationMilliseconds
            $0.responseTimeThreshold = self.conduct.responseTimeMilliseconds
            $0.successRateThreshold = self.conduct.requiredSuccessPercentage
        }
        let id = self.identifiers.uuid()
        var requests: [RealtimeRequestPayload] = []
        for _ in 0..<self.conduct.testRequestCount {
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
    package func testResult(_ identifier: String) throws(RetentionFault) -> PerformanceTestResultResponse {
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

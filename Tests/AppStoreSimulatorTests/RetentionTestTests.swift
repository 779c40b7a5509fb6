import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionTestTests {
    /// A test of so many requests that has begun.
    private static func begun(_ count: Int) throws -> (fixture: RetentionFixture, id: String) {
        var fixture = RetentionFixture { $0.testRequestCount = count }
        try fixture.configureURL()
        let answer = try fixture.messaging.planTest(for: RetentionFixture.subject, at: fixture.now)
        return (fixture, try #require(answer.requestId))
    }

    @Test("A test prepares requests about the subscription, each with its own identifier")
    func requests() throws {
        let (fixture, id) = try Self.begun(100)
        let test = try #require(fixture.messaging.test(id.uppercased()))
        #expect(test.requests.count == 100)
        #expect(Set(test.requests.map(\.requestIdentifier)).count == 100)
        let request = try #require(test.requests.first)
        #expect(request.originalTransactionId == RetentionFixture.subject.originalTransactionId)
        #expect(request.productId == Shop.monthly && request.environment == .sandbox)
        #expect(request.appAppleId == 1_234_567_890 && request.signedDate == Shop.opening)
    }

    @Test("While it runs a test is pending, and says how many requests wait")
    func pending() throws {
        var (fixture, id) = try Self.begun(4)
        fixture.messaging.record(.success, milliseconds: 10, inTest: id)
        let result = try fixture.messaging.testResult(id)
        #expect(result.result == .pending && result.numPending == 3 && result.successRate == 100)
        #expect(result.target == RetentionFixture.address)
        #expect(result.config?.totalRequests == 4 && result.config?.responseTimeThreshold == 700)
    }

    @Test("A test passes from its threshold on; then its address may be used in production")
    func passes() throws {
        var (fixture, id) = try Self.begun(20)
        for _ in 0..<19 { fixture.messaging.record(.success, milliseconds: 10, inTest: id) }
        fixture.messaging.record(.timedOut, milliseconds: 800, inTest: id)
        let result = try fixture.messaging.testResult(id)
        #expect(result.result == .pass && result.successRate == 95 && result.numPending == 0)
        #expect(result.failures == [.timedOut: 1])
        fixture.messaging.behavior.requiresPassedTest = true
        try fixture.configureURL()
    }

    @Test("A test fails below its threshold, says why, and lets nothing into production")
    func fails() throws {
        var (fixture, id) = try Self.begun(10)
        for _ in 0..<8 { fixture.messaging.record(.success, milliseconds: 10, inTest: id) }
        fixture.messaging.record(.timedOut, milliseconds: 800, inTest: id)
        fixture.messaging.record(.invalidResponse, milliseconds: 20, inTest: id)
        let result = try fixture.messaging.testResult(id)
        #expect(result.result == .fail && result.successRate == 80)
        #expect(result.failures == [.timedOut: 1, .invalidResponse: 1])
        fixture.messaging.behavior.requiresPassedTest = true
        #expect(throws: RetentionError.noPassingTest) { try fixture.configureURL() }
        // The next test may begin.
        _ = try fixture.messaging.planTest(for: RetentionFixture.subject, at: fixture.now)
    }

    @Test("Response times are the mean and the nearest ranks")
    func times() throws {
        var (fixture, id) = try Self.begun(100)
        for milliseconds in 1...100 {
            fixture.messaging.record(.success, milliseconds: Int64(milliseconds), inTest: id)
        }
        let times = try fixture.messaging.testResult(id).responseTimes
        let expected = PerformanceTestResponseTimes.with {
            $0.average = 50
            $0.p50 = 50
            $0.p90 = 90
            $0.p95 = 95
            $0.p99 = 99
        }
        #expect(times == expected)
        fixture.messaging.record(.other, milliseconds: 1, inTest: id)
        #expect(try fixture.messaging.testResult(id).failures == [:])
    }
}

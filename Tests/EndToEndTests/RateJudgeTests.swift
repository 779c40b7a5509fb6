import AppStore
import Testing
import torture

@Suite struct RateJudgeTests {
    private static let bundleID = "com.example.asked"
    private static let operation = AppStoreOperation.lookUpOrderId

    /// Returns the calls of a node that uses all of its own rate limit for a number of seconds.
    private static func calls(from source: String, seconds: Int) -> [AppleCall] {
        let permit = RequestPermit(
            bundleID: self.bundleID,
            environment: .sandbox,
            operation: self.operation,
            priority: .urgent
        )
        let start: Int64 = 1_800_000_000_000
        var bucket = RequestBucket()
        var calls: [AppleCall] = []
        for millisecond in stride(from: Int64(0), to: Int64(seconds) * 1000, by: 50) {
            guard case .granted = bucket.take(permit, at: start + millisecond) else { continue }
            calls.append(
                AppleCall(
                    source: source,
                    environment: .sandbox,
                    operation: self.operation,
                    at: .milliseconds(millisecond)
                )
            )
        }
        return calls
    }

    @Test("Everything that one budget grants is allowed, and all of it is used")
    func allowed() {
        let judge = RateJudge(Self.calls(from: "10.0.0.1", seconds: 600), bundleID: Self.bundleID)
        #expect(judge.violations.isEmpty)
        #expect(judge.usages.first?.count ?? 0 > 600)
        #expect(judge.usages.first?.mostUsedPercent ?? 0 >= 95)
    }

    @Test("Two nodes that share a budget are allowed together what one is")
    func shared() {
        let calls = Self.calls(from: "10.0.0.1", seconds: 600).enumerated().map { place, call in
            AppleCall(
                source: "10.0.0.\(place % 2 + 1)",
                environment: call.environment,
                operation: call.operation,
                at: call.at
            )
        }
        let judge = RateJudge(calls, bundleID: Self.bundleID)
        #expect(judge.violations.isEmpty)
        #expect(judge.usages.first?.sources == 2)
    }

    @Test("Two nodes with a budget each are found out")
    func alone() {
        let calls = Self.calls(from: "10.0.0.1", seconds: 60) + Self.calls(from: "10.0.0.2", seconds: 60)
        #expect(RateJudge(calls, bundleID: Self.bundleID).violations.count == 1)
        let spoiled = AppleCall.spoiled(Self.calls(from: "10.0.0.1", seconds: 60), by: .countsAlone)
        #expect(RateJudge(spoiled, bundleID: Self.bundleID).violations.count == 1)
    }

    @Test("Each environment and each operation has its own limit")
    func apart() {
        let sandbox = Self.calls(from: "10.0.0.1", seconds: 60)
        let production = sandbox.map { call in
            AppleCall(source: call.source, environment: .production, operation: call.operation, at: call.at)
        }
        let history = sandbox.map { call in
            AppleCall(source: call.source, environment: .sandbox, operation: .getRefundHistory, at: call.at)
        }
        let judge = RateJudge(sandbox + production + history, bundleID: Self.bundleID)
        #expect(judge.violations.isEmpty)
        #expect(judge.usages.count == 3)
    }

    @Test("A call that is no operation of the server is a violation")
    func stranger() {
        let call = AppleCall(source: "10.0.0.1", environment: .production, operation: nil, at: .zero)
        #expect(RateJudge([call], bundleID: Self.bundleID).violations.count == 1)
    }

    @Test(
        "A path says what is asked",
        arguments: [
            ("GET", "/inApps/v1/lookup/MT1", AppStoreOperation.lookUpOrderId),
            ("POST", "/inApps/v1/notifications/history", .getNotificationHistory),
            ("GET", "/inApps/v2/history/1", .getTransactionHistory),
            ("GET", "/inApps/v2/refund/lookup/1", .getRefundHistory),
            ("GET", "/inApps/v1/transactions/1", .getTransactionInfo),
            ("GET", "/inApps/v1/subscriptions/1", .getAllSubscriptionStatuses),
        ]
    )
    func paths(method: String, path: String, operation: AppStoreOperation) {
        #expect(AppleCall.operation(method, path) == operation)
        #expect(AppleCall.operation("DELETE", path) == nil)
    }
}

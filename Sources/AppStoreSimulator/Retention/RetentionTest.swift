package import AppStore

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
}

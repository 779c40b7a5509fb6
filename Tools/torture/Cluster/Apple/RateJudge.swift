import AppStore

/// Checks whether all nodes together exceeded the App Store's rate limits.
package struct RateJudge {
    /// How often an operation was called.
    package struct Usage: Hashable, Sendable {
        /// The environment and the operation.
        package let name: String
        /// The number of calls.
        package let count: Int
        /// The number of addresses that called.
        package let sources: Int
        /// The maximum number of calls in one second.
        package let mostInASecond: Int
        /// The maximum use of the bucket, in percent.
        package let mostUsedPercent: Int
    }

    /// The tolerated time between sending and arrival: they happen on different machines, whose clocks may differ.
    package static let slack = Duration.seconds(3)

    /// A sentence for each violation.
    package private(set) var violations: [String] = []
    /// The calls by operation.
    package private(set) var usages: [Usage] = []

    /// Judges the calls for one app.
    ///
    /// It uses the server's arithmetic: a bucket of a minute's requests that fills at 59/60 of the hour's rate must
    /// never be overdrawn. But it is filled and emptied here by the times at which the calls arrive.
    package init(_ calls: [AppleCall], bundleID: String) {
        var groups: [RequestBucketID: [AppleCall]] = [:]
        for call in calls {
            guard let operation = call.operation else {
                self.violations.append("the App Store got a request that the server had no reason to send")
                continue
            }
            let bucket = RequestBucketID(bundleID: bundleID, environment: call.environment, operation: operation)
            groups[bucket, default: []].append(call)
        }
        for (bucket, calls) in groups.sorted(by: { Self.name($0.key) < Self.name($1.key) }) {
            self.judge(bucket, calls.sorted { $0.at < $1.at })
        }
    }

    private mutating func judge(_ bucket: RequestBucketID, _ calls: [AppleCall]) {
        let rate = bucket.rate
        let interval = Duration.microseconds(rate.intervalMicroseconds)
        let full = interval * rate.burst
        var emptyUntil = Duration.zero
        var most = Duration.zero
        var exceeded: (at: Duration, count: Int)?
        var mostInASecond = 0
        var first = 0
        for (place, call) in calls.enumerated() {
            emptyUntil = max(emptyUntil, call.at) + interval
            most = max(most, emptyUntil - call.at)
            if emptyUntil - call.at > full + Self.slack, exceeded == nil { exceeded = (call.at, place + 1) }
            while calls[first].at <= call.at - .seconds(1) { first += 1 }
            mostInASecond = max(mostInASecond, place - first + 1)
        }
        self.usages.append(
            Usage(
                name: Self.name(bucket),
                count: calls.count,
                sources: Set(calls.map(\.source)).count,
                mostInASecond: mostInASecond,
                mostUsedPercent: Int(most / full * 100)
            )
        )
        guard let exceeded else { return }
        self.violations.append(
            "\(Self.name(bucket)) was asked \(exceeded.count) times by \(exceeded.at.inSeconds), more than Apple allows "
                + "all nodes together"
        )
    }

    private static func name(_ bucket: RequestBucketID) -> String {
        "\(bucket.environment.rawValue) \(bucket.operation.rawValue)"
    }
}

/// How fast a bucket of requests fills and how much it holds, from what Apple allows in an hour.
///
/// Apple counts by the hour, so a bucket must never let more than the hour's requests pass in *any* hour. It holds one
/// minute's worth and fills at 59/60 of the rate: a full bucket plus an hour of filling is exactly the hour's limit.
public struct RequestRate: Hashable, Sendable {
    /// How many requests Apple allows in an hour.
    public let requestsPerHour: Int

    /// A rate; at least one request in a minute.
    public init(requestsPerHour: Int) {
        precondition(requestsPerHour >= 60, "A rate is at least one request a minute.")
        self.requestsPerHour = requestsPerHour
    }

    /// How many requests may be sent at once after a rest: a sixtieth of the hour's.
    public var burst: Int { self.requestsPerHour / 60 }

    /// How much of the burst is left to urgent requests: a tenth, and at least one where there are two.
    public var reserve: Int { self.burst < 2 ? 0 : (self.burst + 9) / 10 }

    /// The time in which one request is filled up again, in microseconds, rounded up.
    public var intervalMicroseconds: Int64 {
        let refilled = Int64(self.requestsPerHour - self.burst)
        return (3_600_000_000 + refilled - 1) / refilled
    }

    /// How far the theoretical arrival time may lie ahead of a request, in microseconds.
    func toleranceMicroseconds(_ priority: RequestPriority) -> Int64 {
        let usable = priority == .urgent ? self.burst : self.burst - self.reserve
        return Int64(max(usable, 1) - 1) * self.intervalMicroseconds
    }
}

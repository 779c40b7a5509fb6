/// The state of one token bucket, as the one number that describes it: the theoretical arrival time of the next request
/// if all had come evenly spaced (the generic cell rate algorithm of ITU-T I.371).
///
/// Whoever keeps that number, in memory or in a database, has the same arithmetic.
public struct RequestBucket: Hashable, Sendable {
    /// How far ahead of the clock the number may lie, in microseconds: the longest pause, which is an hour, and a
    /// burst.
    static let longestLeadMicroseconds: Int64 = 3_700_000_000

    /// The theoretical arrival time of the next request, in microseconds since 1970 of the App Store's clock; anything
    /// up to the present means a full bucket.
    public var theoreticalArrivalMicroseconds: Int64

    /// A bucket with this number; without one, a full bucket.
    public init(theoreticalArrivalMicroseconds: Int64 = 0) {
        self.theoreticalArrivalMicroseconds = theoreticalArrivalMicroseconds
    }

    /// Takes one request out of the bucket, or says when there will be one.
    ///
    /// - Parameters:
    ///   - permit: Whose bucket it is, and how the request stands in line.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: ``RequestDecision/granted`` or ``RequestDecision/notBefore(_:)``, never unavailable.
    public mutating func take(_ permit: RequestPermit, at now: Int64) -> RequestDecision {
        let rate = permit.bucketID.rate
        let tolerance = rate.toleranceMicroseconds(permit.priority)
        let present = Self.microseconds(now)
        var arrival = self.theoreticalArrivalMicroseconds
        if arrival > present + Self.longestLeadMicroseconds {
            // The clock was set back. The bucket is empty and fills from now on, so that nothing stops for long.
            arrival = present + rate.toleranceMicroseconds(.urgent)
            self.theoreticalArrivalMicroseconds = arrival
        }
        guard arrival - tolerance <= present else {
            // Rounded up: asking at that very millisecond succeeds if nobody else was faster.
            return .notBefore((arrival - tolerance + 999) / 1000)
        }
        self.theoreticalArrivalMicroseconds = max(arrival, present) + rate.intervalMicroseconds
        return .granted
    }

    /// Empties the bucket until an instant, in milliseconds since 1970; it fills from there on.
    public mutating func pause(_ permit: RequestPermit, until instant: Int64) {
        let tolerance = permit.bucketID.rate.toleranceMicroseconds(.urgent)
        self.theoreticalArrivalMicroseconds = max(
            self.theoreticalArrivalMicroseconds,
            Self.microseconds(instant) + tolerance
        )
    }

    /// Microseconds, held within what can be added to without overflow.
    private static func microseconds(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, 0), Int64.max / 4000) * 1000
    }
}

/// Which of Apple's limits a request counts against: each app has one for each operation and environment.
public struct RequestBucketID: Hashable, Sendable {
    /// The app.
    public let bundleID: String
    /// Where the requests go.
    public let environment: AppStoreEnvironment
    /// What they do.
    public let operation: AppStoreOperation

    /// The limit of an app's operation.
    public init(bundleID: String, environment: AppStoreEnvironment, operation: AppStoreOperation) {
        self.bundleID = bundleID
        self.environment = environment
        self.operation = operation
    }

    /// How fast the bucket fills and how much it holds.
    public var rate: RequestRate {
        RequestRate(
            requestsPerHour: self.operation.requestsPerSecond * (self.environment == .production ? 3600 : 360)
        )
    }
}

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

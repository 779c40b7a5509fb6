/// The state of one token bucket, represented by a single number: the theoretical arrival time of the next request if
/// all requests had been evenly spaced (the generic cell rate algorithm of ITU-T I.371).
///
/// A budget can store that number in memory or in a database; the arithmetic is the same.
public struct RequestBucket: Hashable, Sendable {
    /// The maximum distance of the number from the clock, in microseconds: the longest pause, an hour, plus a burst.
    static let longestLeadMicroseconds: Int64 = 3_700_000_000

    /// The theoretical arrival time of the next request, in microseconds since 1970 by the App Store's clock; a value
    /// not after the present means a full bucket.
    public var theoreticalArrivalMicroseconds: Int64

    /// Creates a bucket with this arrival time; the default is a full bucket.
    public init(theoreticalArrivalMicroseconds: Int64 = 0) {
        self.theoreticalArrivalMicroseconds = theoreticalArrivalMicroseconds
    }

    /// Takes permission for one request from the bucket, or returns the time from which the bucket will have one.
    ///
    /// - Parameters:
    ///   - permit: The bucket's identity and the request's priority.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: ``RequestDecision/granted`` or ``RequestDecision/notBefore(_:)``; never
    ///   ``RequestDecision/unavailable``.
    public mutating func take(_ permit: RequestPermit, at now: Int64) -> RequestDecision {
        let rate = permit.bucketID.rate
        let tolerance = rate.toleranceMicroseconds(permit.priority)
        let present = Self.microseconds(now)
        var arrival = self.theoreticalArrivalMicroseconds
        if arrival > present + Self.longestLeadMicroseconds {
            // The clock was set back. The bucket is now empty and fills from the present, so that requests do not stop
            // for long.
            arrival = present + rate.toleranceMicroseconds(.urgent)
            self.theoreticalArrivalMicroseconds = arrival
        }
        guard arrival - tolerance <= present else {
            // Rounded up, so that a request at exactly that millisecond succeeds unless another one was faster.
            return .notBefore((arrival - tolerance + 999) / 1000)
        }
        self.theoreticalArrivalMicroseconds = max(arrival, present) + rate.intervalMicroseconds
        return .granted
    }

    /// Empties the bucket and keeps it empty until an instant, in milliseconds since 1970; from then on it fills again.
    public mutating func pause(_ permit: RequestPermit, until instant: Int64) {
        let tolerance = permit.bucketID.rate.toleranceMicroseconds(.urgent)
        self.theoreticalArrivalMicroseconds = max(
            self.theoreticalArrivalMicroseconds,
            Self.microseconds(instant) + tolerance
        )
    }

    /// Converts milliseconds to microseconds, clamped so that additions cannot overflow.
    private static func microseconds(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, 0), Int64.max / 4000) * 1000
    }
}

/// The identity of one of Apple's rate limits: each app has one for each operation and environment.
public struct RequestBucketID: Hashable, Sendable {
    /// The app's bundle identifier.
    public let bundleID: String
    /// The environment.
    public let environment: AppStoreEnvironment
    /// The operation.
    public let operation: AppStoreOperation

    /// Creates the identity of the limit of an app's operation in an environment.
    public init(bundleID: String, environment: AppStoreEnvironment, operation: AppStoreOperation) {
        self.bundleID = bundleID
        self.environment = environment
        self.operation = operation
    }

    /// The bucket's fill rate and capacity.
    public var rate: RequestRate {
        RequestRate(
            requestsPerHour: self.operation.requestsPerSecond * (self.environment == .production ? 3600 : 360)
        )
    }
}

/// The fill rate and capacity of a bucket, derived from the number of requests that Apple allows in an hour.
///
/// Apple counts by the hour, so a bucket must not let more than the hourly limit pass in *any* hour. Its capacity is a
/// sixtieth of the hourly limit, and it fills at 59/60 of the permitted rate, so that a full bucket and an hour of
/// filling together are exactly the hourly limit.
public struct RequestRate: Hashable, Sendable {
    /// The number of requests that Apple allows in an hour.
    public let requestsPerHour: Int

    /// Creates a rate of at least one request a minute.
    public init(requestsPerHour: Int) {
        precondition(requestsPerHour >= 60, "A rate is at least one request a minute.")
        self.requestsPerHour = requestsPerHour
    }

    /// The capacity: the number of requests that can be sent at once after a pause, a sixtieth of the hourly limit.
    public var burst: Int { self.requestsPerHour / 60 }

    /// The part of the capacity that is reserved for urgent requests: a tenth, and at least one if the capacity is two
    /// or more.
    public var reserve: Int { self.burst < 2 ? 0 : (self.burst + 9) / 10 }

    /// The time in which the bucket regains one request, in microseconds, rounded up.
    public var intervalMicroseconds: Int64 {
        let refilled = Int64(self.requestsPerHour - self.burst)
        return (3_600_000_000 + refilled - 1) / refilled
    }

    /// Returns how far the theoretical arrival time may be ahead of a request with this priority, in microseconds.
    func toleranceMicroseconds(_ priority: RequestPriority) -> Int64 {
        let usable = priority == .urgent ? self.burst : self.burst - self.reserve
        return Int64(max(usable, 1) - 1) * self.intervalMicroseconds
    }
}

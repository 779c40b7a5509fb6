/// The state of one token bucket, as the one number that describes it: the theoretical arrival time of the next request
/// if all had come evenly spaced (the generic cell rate algorithm of ITU-T I.371).
///
/// Whoever keeps that number, in memory or in a database, has the same arithmetic.
public struct RequestBucket: Hashable, Sendable {
    /// How far ahead of the clock the number may lie, in microseconds: the longest pause, which is an hour, and a burst.
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
    /// - Returns: ``RequestLeave/granted`` or ``RequestLeave/notBefore(_:)``, never unavailable.
    public mutating func take(_ permit: RequestPermit, at now: Int64) -> RequestLeave {
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

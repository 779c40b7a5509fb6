/// A resolution of stored metrics, and its retention.
package enum MetricResolution: String, Hashable, Sendable, CaseIterable {
    /// One point a minute, for a day.
    case minute
    /// One point in five minutes, for 31 days.
    case fiveMinutes
    /// One point an hour, for two years.
    case hour

    /// The length of time of one point.
    package var step: Span {
        switch self {
        case .minute: .minutes(1)
        case .fiveMinutes: .minutes(5)
        case .hour: .hours(1)
        }
    }

    /// The number of points in one row: an hour, a day, or ten days of them.
    ///
    /// Rows of all resolutions have a size that leaves little unused space on a page of the database.
    package var pointsPerRow: Int {
        switch self {
        case .minute: 60
        case .fiveMinutes: 288
        case .hour: 240
        }
    }

    /// The time for which points are stored; a row is dropped once all its points are older.
    package var retention: Span {
        switch self {
        case .minute: .days(1)
        case .fiveMinutes: .days(31)
        case .hour: .days(731)
        }
    }

    /// Returns the number of the point that contains an instant, counted from 1970.
    package func point(of instant: Instant) -> Int64 {
        Self.quotient(instant.milliseconds, self.step.milliseconds)
    }

    /// Returns the beginning of a point, clamped to the range of instants.
    package func begin(ofPoint point: Int64) -> Instant {
        let (product, overflow) = point.multipliedReportingOverflow(by: self.step.milliseconds)
        return Instant(milliseconds: overflow ? (point > 0 ? .max : .min) : product)
    }

    /// Returns the number of the row that contains a point.
    package func row(ofPoint point: Int64) -> Int64 { Self.quotient(point, Int64(self.pointsPerRow)) }

    /// Returns the quotient of a number and a positive one, rounded down.
    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

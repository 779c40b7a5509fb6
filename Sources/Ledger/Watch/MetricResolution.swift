/// A resolution in which the history keeps metrics, and for how long.
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

    /// How many points are packed into one row: an hour, a day, or ten days of them.
    ///
    /// All rows are of a size that leaves little room unused on a page of the database.
    package var pointsPerRow: Int {
        switch self {
        case .minute: 60
        case .fiveMinutes: 288
        case .hour: 240
        }
    }

    /// For how long points are kept; a row is dropped once all its points are older.
    package var retention: Span {
        switch self {
        case .minute: .days(1)
        case .fiveMinutes: .days(31)
        case .hour: .days(731)
        }
    }

    /// The number of the point in which an instant lies, counted from 1970.
    package func point(of instant: Instant) -> Int64 {
        Self.quotient(instant.milliseconds, self.step.milliseconds)
    }

    /// When a point begins; the last or the first instant there is where a point lies beyond it.
    package func begin(ofPoint point: Int64) -> Instant {
        let (product, overflow) = point.multipliedReportingOverflow(by: self.step.milliseconds)
        return Instant(milliseconds: overflow ? (point > 0 ? .max : .min) : product)
    }

    /// The number of the row in which a point lies.
    package func row(ofPoint point: Int64) -> Int64 { Self.quotient(point, Int64(self.pointsPerRow)) }

    /// How often a positive number goes into another, rounded down.
    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

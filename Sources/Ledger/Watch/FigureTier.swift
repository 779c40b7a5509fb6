/// A resolution in which the history keeps figures, and for how long.
package enum FigureTier: String, Hashable, Sendable, CaseIterable {
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

    /// How many points are packed into one row.
    package var pointsPerRow: Int {
        switch self {
        case .minute: 60
        case .fiveMinutes: 288
        case .hour: 720
        }
    }

    /// For how long points are kept; a row is dropped once all its points are older.
    package var kept: Span {
        switch self {
        case .minute: .days(1)
        case .fiveMinutes: .days(31)
        case .hour: .days(731)
        }
    }

    /// The number of the point in which an instant lies, counted from 1970.
    package func point(of instant: Instant) -> Int64 {
        Int64((Double(instant.milliseconds) / Double(self.step.milliseconds)).rounded(.down))
    }

    /// When a point begins.
    package func begin(ofPoint point: Int64) -> Instant { Instant(milliseconds: point * self.step.milliseconds) }

    /// The number of the row in which a point lies.
    package func row(ofPoint point: Int64) -> Int64 {
        let size = Int64(self.pointsPerRow)
        return point >= 0 ? point / size : (point - size + 1) / size
    }
}

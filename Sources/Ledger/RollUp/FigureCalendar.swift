import Foundation

/// The days of a time zone, as spans of buckets.
///
/// The offsets of all time zones in use are multiples of 15 minutes, so a day begins where a bucket begins.
package struct FigureCalendar: Sendable {
    private static let perDay: Int64 = 96

    private let zone: TimeZone

    /// Creates the days of the time zone with this IANA name; a name that the system does not know counts as UTC.
    package init(timeZone: String) { self.zone = TimeZone(identifier: timeZone) ?? .gmt }

    /// Returns the day that contains the beginning of a bucket.
    ///
    /// Where clocks were set back over midnight, the hour that came twice belongs to the day before, so that each day is
    /// one span.
    package func day(of bucket: FigureBucket) -> CivilDay {
        let shown = self.shownTime(bucket)
        let day = CivilDay(of: shown)
        // No clock is set back by more than three hours.
        guard CivilDay(of: shown - .hours(3)) < day, bucket < self.begin(of: day) else { return day }
        return day + -1
    }

    /// Returns the first bucket of a day.
    package func begin(of day: CivilDay) -> FigureBucket {
        // No offset is as long as two days, so the beginning lies between these.
        var (low, high) = ((day.number - 2) * Self.perDay, (day.number + 2) * Self.perDay)
        while low < high {
            let middle = low + (high - low) / 2
            let isEarlier = CivilDay(of: self.shownTime(FigureBucket(number: middle))) < day
            if isEarlier { low = middle + 1 } else { high = middle }
        }
        return FigureBucket(number: low)
    }

    /// Returns the first day that begins at a bucket or after it.
    package func firstDay(from bucket: FigureBucket) -> CivilDay {
        let day = self.day(of: bucket)
        return self.day(of: FigureBucket(number: bucket.number - 1)) < day ? day : day + 1
    }

    /// Returns what clocks show at the beginning of a bucket, as if it were UTC.
    private func shownTime(_ bucket: FigureBucket) -> Instant {
        bucket.begin + .seconds(self.offset(at: bucket.begin))
    }

    private func offset(at instant: Instant) -> Int64 {
        // Signed data can contain any instant; those outside of the years 1 to 9999 count as the nearest one inside.
        let seconds = min(max(instant.milliseconds / 1000, -62_135_596_800), 253_402_300_799)
        return Int64(self.zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}

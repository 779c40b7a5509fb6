package import Ledger

/// The spans of time of a request for figures, in the time zone of the app.
package struct FigureSpans: Hashable, Sendable {
    /// The length of a span.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        /// An hour.
        case hour
        /// A day.
        case day
        /// A week, which begins on a Monday.
        case week
        /// A calendar month.
        case month
    }

    /// The maximum number of spans of one request: two years of days, and a month of hours.
    package static let maximumCount = 800

    /// The beginnings of the spans, and last the end of the last one.
    package let instants: [FigureBucket]

    /// Creates the spans that contain some days; those of weeks and months are whole, and those of hours have so many of
    /// them from the beginning of each day on.
    ///
    /// Returns `nil` where the last day is before the first, or where there are more than `maximumCount` spans.
    package init?(
        from first: CivilDay,
        through last: CivilDay,
        by unit: Unit,
        hours: Int64 = 1,
        timeZone: String
    ) {
        guard first <= last, last - first <= Int64(Self.maximumCount) * 31 else { return nil }
        let calendar = FigureCalendar(timeZone: timeZone)
        var days: [CivilDay] = []
        switch unit {
        case .hour, .day:
            guard last - first < Int64(Self.maximumCount) else { return nil }
            days = (0...(last - first)).map { first + $0 }
            days.append(last + 1)
        case .week:
            var day = Self.monday(of: first)
            while day <= last {
                days.append(day)
                day = day + 7
            }
            days.append(day)
        case .month: days = (first.month...last.month + 1).map(CivilDay.init(firstOf:))
        }
        var instants = days.map(calendar.begin(of:))
        if unit == .hour {
            instants =
                zip(instants, instants.dropFirst()).flatMap { begin, end in
                    stride(from: begin.number, to: end.number, by: 4 * Int(hours)).map { FigureBucket(number: $0) }
                } + instants.suffix(1)
        }
        guard instants.count <= Self.maximumCount + 1 else { return nil }
        self.instants = instants
    }

    /// Returns the Monday of the week of a day.
    package static func monday(of day: CivilDay) -> CivilDay {
        // 1970-01-05 was a Monday.
        day + -(((day.number - 4) % 7 + 7) % 7)
    }
}

/// How often one customer may be given an offer.
package struct OfferLimit: Hashable, Sendable {
    /// So many times at most.
    package let count: Int
    /// Within so long, or ever.
    package let period: CalendarPeriod?

    /// A limit of so many times within a period, or ever.
    package init(_ count: Int, within period: CalendarPeriod? = nil) {
        self.count = count
        self.period = period
    }

    /// From when on earlier signatures count at an instant, by the calendar of UTC.
    package func start(at now: Instant) -> Instant {
        guard let period else { return Instant(milliseconds: .min) }
        return CivilCalendar(timeZone: "UTC")
            .end(of: CalendarPeriod(months: -period.months, days: -period.days), from: now)
    }
}

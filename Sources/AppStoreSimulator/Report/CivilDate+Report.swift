extension CivilDate {
    /// The date of a day counted from 1970-01-01.
    init(dayNumber: Int64) {
        self.init(milliseconds: dayNumber * Self.millisecondsPerDay)
    }

    /// The date that a request names, or `nil` where the calendar has none of these parts.
    init?(checkedYear year: Int64, month: Int64, day: Int64) {
        guard (1000...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The number of the day, counted from 1970-01-01.
    var dayNumber: Int64 { (self.milliseconds - self.millisecondOfDay) / Self.millisecondsPerDay }

    /// The date as sales and financial reports write it: `01/31/2026`.
    var slashed: String { "\(Self.two(self.month))/\(Self.two(self.day))/\(self.year)" }

    /// The date as the reports on subscriptions write it: `2026-01-31`.
    var dashed: String { "\(self.year)-\(Self.two(self.month))-\(Self.two(self.day))" }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

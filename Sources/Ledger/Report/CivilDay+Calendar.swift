extension CivilDay {
    /// The day of a date that is written as `2026-03-01`, or `nil` when the text is no date.
    package init?(text: String) {
        guard text.utf8.count == 10, let midnight = Instant(rfc3339: text + "T00:00:00Z") else { return nil }
        self.init(of: midnight)
    }

    /// The first day of a month, which may be the thirteenth: it is the first of the next year.
    package init(year: Int, month: Int) {
        // Years are counted from March, so that the day that some years have more is the last.
        let months = year * 12 + month - 3
        let counted = months / 12
        let days = (months % 12 * 153 + 2) / 5
        self.init(number: Int64(counted * 365 + counted / 4 - counted / 100 + counted / 400 + days) - 719_468)
    }

    /// Its date in the Gregorian calendar; the month is from 1 to 12.
    package var date: (year: Int, month: Int, day: Int) {
        let parts = self.text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return (1970, 1, 1) }
        return (parts[0], parts[1], parts[2])
    }

    /// Whether it is a Sunday.
    package var isSunday: Bool {
        // 1970-01-01 was a Thursday.
        (self.number - 3).isMultiple(of: 7)
    }
}

/// The period that a report covers.
package enum ReportPeriod: Hashable, Sendable {
    /// A day in Pacific time.
    case day(CivilDay)
    /// The week that ends with this Sunday.
    case week(CivilDay)
    /// A calendar month, from 1 to 12.
    case month(year: Int, month: Int)
    /// A calendar year.
    case year(Int)
    /// A month of Apple's fiscal year: month 1 begins at the end of the preceding September.
    case fiscalMonth(FiscalMonth)

    /// The length of a period, as `filter[frequency]` names it; fiscal months have no name there.
    package enum Length: String, Hashable, Sendable, CaseIterable {
        /// A day.
        case day = "DAILY"
        /// A week, Monday to Sunday.
        case week = "WEEKLY"
        /// A calendar month.
        case month = "MONTHLY"
        /// A calendar year.
        case year = "YEARLY"
        /// A month of Apple's fiscal year.
        case fiscalMonth = "FISCAL"
    }

    /// Creates the period that Apple's `reportDate` names; `nil` where the text names none.
    ///
    /// `2026-03-01` is a day, or a week by its Sunday; `2026-03` is a month, also of the fiscal year; `2026` is a year.
    package init?(_ text: String, length: Length) {
        switch length {
        case .day, .week:
            guard let day = CivilDay(text: text) else { return nil }
            guard length == .week else {
                self = .day(day)
                return
            }
            guard day.isSunday else { return nil }
            self = .week(day)
        case .month:
            guard text.utf8.count == 7, let first = CivilDay(text: text + "-01") else { return nil }
            let date = first.date
            self = .month(year: date.year, month: date.month)
        case .fiscalMonth:
            guard let month = FiscalMonth(text: text) else { return nil }
            self = .fiscalMonth(month)
        case .year:
            guard text.utf8.count == 4, let first = CivilDay(text: text + "-01-01") else { return nil }
            self = .year(first.date.year)
        }
    }

    /// Creates the calendar period that begins and ends with these days; `nil` where they bound none.
    package init?(from begin: CivilDay, through end: CivilDay) {
        let date = begin.date
        let candidates: [Self] = [
            .day(begin), .week(end), .month(year: date.year, month: date.month), .year(date.year),
        ]
        let period = candidates.first { period in
            guard period.begin == begin, period.end == end else { return false }
            if case .week(let day) = period { return day.isSunday }
            return true
        }
        guard let period else { return nil }
        self = period
    }

    /// The length of the period.
    package var length: Length {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        case .fiscalMonth: .fiscalMonth
        }
    }

    /// The first day of the period.
    package var begin: CivilDay {
        switch self {
        case .day(let day): day
        case .week(let sunday): sunday + -6
        case .month(let year, let month): CivilDay(year: year, month: month)
        case .year(let year): CivilDay(year: year, month: 1)
        case .fiscalMonth(let month): CivilDay(number: month.begin.number)
        }
    }

    /// The last day of the period.
    package var end: CivilDay {
        switch self {
        case .day(let day): day
        case .week(let sunday): sunday
        case .month(let year, let month): CivilDay(year: year, month: month + 1) + -1
        case .year(let year): CivilDay(year: year + 1, month: 1) + -1
        case .fiscalMonth(let month): CivilDay(number: month.days.upperBound.number)
        }
    }

    /// The days from the first to the last.
    package var days: ClosedRange<CivilDay> { self.begin...max(self.begin, self.end) }

    /// The same days in Pacific time, by which Apple divides sales.
    package var pacificDays: ClosedRange<PacificDay> {
        let days = self.days
        return PacificDay(number: days.lowerBound.number)...PacificDay(number: days.upperBound.number)
    }

    /// The period as Apple's `reportDate` names it.
    package var text: String {
        switch self {
        case .day(let day), .week(let day): day.text
        case .month(let year, let month): String(CivilDay(year: year, month: month).text.prefix(7))
        case .year(let year): String(CivilDay(year: year, month: 1).text.prefix(4))
        case .fiscalMonth(let month): month.text
        }
    }
}

import Ledger
import PurserService

extension FigureSeries {
    /// What an operator chose: the time, the length of its spans, and what counts.
    struct Choice: Sendable {
        /// A time that has a name.
        enum Range: String, CaseIterable, Sendable {
            /// The last seven days, by hour.
            case week = "7"
            /// The last 30 days, by day.
            case month = "30"
            /// The last twelve weeks, by week.
            case quarter = "84"
            /// The last twelve months, by month.
            case year = "365"

            /// The key of the name.
            var name: String {
                switch self {
                case .week: "chartLastWeek"
                case .month: "chartLastMonth"
                case .quarter: "chartLastQuarter"
                case .year: "chartLastYear"
                }
            }

            fileprivate var unit: FigureSpans.Unit {
                switch self {
                case .week: .hour
                case .month: .day
                case .quarter: .week
                case .year: .month
                }
            }
        }

        /// The first day; that of the range where the query names none.
        let first: CivilDay
        /// The last day.
        let last: CivilDay
        /// The length of a span.
        private(set) var unit: FigureSpans.Unit
        /// The number of hours of a span where the unit is an hour.
        private(set) var hours: Int64 = 1
        /// The only product, storefront and currency that count; empty for all.
        let product: String
        let storefront: String
        var currency: String

        /// The days.
        var days: ClosedRange<CivilDay> { self.first...self.last }

        /// The days of the spans, of which weeks and months are whole.
        var wholeDays: ClosedRange<CivilDay> {
            switch self.unit {
            case .hour, .day: self.days
            case .week: FigureSpans.monday(of: self.first)...(FigureSpans.monday(of: self.last) + 6)
            case .month: CivilDay(firstOf: self.first.month)...(CivilDay(firstOf: self.last.month + 1) + -1)
            }
        }

        /// Reads the choice in a query; what cannot be read counts as not chosen.
        init(_ query: DashboardForm, today: CivilDay) {
            let range = Range(rawValue: query["range"]) ?? .month
            let last = CivilDay(text: query["to"].trimmed) ?? today
            let days = Int64(range.rawValue) ?? 30
            self.last = last
            self.first = min(CivilDay(text: query["from"].trimmed) ?? last + (1 - days), last)
            self.unit = FigureSpans.Unit(rawValue: query["by"]) ?? range.unit
            self.product = query["product"].trimmed
            self.storefront = query.storefront("storefront")
            self.currency = query.currency("currency")
        }

        /// Returns what is wrong with the query of a page; `nil` where all of it can be read.
        static func problem(of visit: DashboardVisit, today: CivilDay) -> Problem? {
            let query = visit.query
            for field in ["from", "to"] where !query[field].trimmed.isEmpty {
                guard CivilDay(text: query[field].trimmed) != nil else {
                    return RequestFields.invalid(field, visit.text("customerErrorDay"))
                }
            }
            let choice = Self(query, today: today)
            if let first = CivilDay(text: query["from"].trimmed), first > choice.last {
                return RequestFields.invalid("from", visit.text("chartFromInvalid", choice.last.text))
            }
            guard query["by"].isEmpty || FigureSpans.Unit(rawValue: query["by"]) != nil else {
                return RequestFields.invalid("by", visit.text("chartChoiceUnknown"))
            }
            guard query["range"].isEmpty || Range(rawValue: query["range"]) != nil else {
                return RequestFields.invalid("range", visit.text("chartChoiceUnknown"))
            }
            do throws(Problem) {
                _ = try visit.storefront("storefront")
                _ = try visit.currency("currency")
                return nil
            } catch {
                return error
            }
        }

        /// Returns whether a text has the form of the code of a currency.
        static func isCurrency(_ text: String) -> Bool {
            text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }

        /// Returns the sentence about the days that whole weeks or months add to those that were chosen; `nil` where they
        /// add none, or the time has not begun.
        func addedDays(today: CivilDay, _ visit: DashboardVisit) -> String? {
            let whole = self.wholeDays
            let (last, shown) = (min(self.last, today), min(whole.upperBound, today))
            guard whole.lowerBound <= today, whole.lowerBound < self.first || shown > last else { return nil }
            let key = self.unit == .week ? "chartWholeWeeks" : "chartWholeMonths"
            return visit.text(key, whole.lowerBound.text, shown.text)
        }

        /// Returns the same choice with spans so long that there are at most about so many of them.
        func coarse(maximumSpans: Int64) -> Self {
            let dayCount = self.last - self.first + 1
            var choice = self
            if choice.unit == .hour, dayCount * 24 > maximumSpans { choice.hours = 4 }
            if choice.unit == .hour, dayCount * 24 / choice.hours > maximumSpans { choice.unit = .day }
            if choice.unit == .day, dayCount > maximumSpans { choice.unit = .week }
            if choice.unit == .week, dayCount / 7 > maximumSpans { choice.unit = .month }
            return choice
        }

        /// Returns whether its spans are as long as those of another choice.
        func hasSpans(of other: Self) -> Bool { (self.unit, self.hours) == (other.unit, other.hours) }
    }
}

extension DashboardVisit {
    /// Returns the code of the currency in a field of the query; an empty text without one.
    func currency(_ name: String) throws(Problem) -> String {
        let code = self.query.currency(name)
        guard code.isEmpty || FigureSeries.Choice.isCurrency(code) else {
            throw RequestFields.invalid(name, self.text("chartCurrencyInvalid"))
        }
        return code
    }
}

extension DashboardForm {
    /// Returns the code of the currency in a field, which may be written small.
    fileprivate func currency(_ name: String) -> String { self[name].trimmed.uppercased() }
}

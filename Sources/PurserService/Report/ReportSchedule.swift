package import Ledger

/// The schedule of requests for Apple's reports: first requests, repeated ones for corrections, and their end.
///
/// The schedule has no clock and sends no requests: callers pass the time and the known state of each report. Apple
/// creates a daily report by 8:00 Pacific time of the next day, corrects reports for about a week without notice, and
/// provides daily ones for a year. A report of a fiscal month appears when Apple pays, about 33 days after the month's
/// end. Reports of weeks and calendar months are not requested, because the daily ones add up to them.
package struct ReportSchedule: Hashable, Sendable {
    /// The number of past days whose daily reports are requested.
    package static let dayCount: Int64 = 365
    /// The number of past fiscal months whose finance reports are requested.
    package static let fiscalMonthCount = 13

    /// The days after a day on which its report is requested again, to find corrections.
    private static let correctionDays: ClosedRange<Int64> = 2...7
    /// The number of days after the end of a fiscal month at which its report is first requested.
    private static let financeDelayDays: Int64 = 5
    /// The number of days after the end of a fiscal month at which Apple usually makes its report.
    private static let usualFinanceDelayDays: Int64 = 33
    /// The number of days after the end of a fiscal month after which its report may never appear.
    private static let financeWaitDays: Int64 = 60
    private static let week = Span.days(7)
    private static let day = Span.days(1)
    /// The shortest time between two requests for a report that does not exist yet.
    private static let shortestRest = Span.minutes(15)

    /// The known state of a report.
    package struct Knowledge: Hashable, Sendable {
        /// The result of the last request.
        package enum State: Hashable, Sendable {
            /// The report is stored.
            case kept
            /// Apple answered that there is no report.
            case absent(ReportAbsence.Reason)
            /// The request failed this many times in a row.
            case failed(count: Int)
        }

        /// The result of the last request.
        package let state: State
        /// The instant since which the report, or the answer that there is none, is known.
        package let since: Instant
        /// The instant of the last request, or of a manual import.
        package let askedAt: Instant

        /// Creates the known state of a report.
        package init(_ state: State, since: Instant, askedAt: Instant) {
            self.state = state
            self.since = since
            self.askedAt = askedAt
        }
    }

    /// A report with the instant at which it is due.
    package struct Entry: Hashable, Sendable {
        /// The slot of the report.
        package let slot: ReportRecord.Slot
        /// The instant at which the report is due; an instant in the past means now.
        package let dueAt: Instant
    }

    /// The vendor number.
    package let vendor: String

    /// Creates the schedule of a vendor's reports.
    package init(vendor: String) {
        self.vendor = vendor
    }

    /// Returns all reports to request now or later, those of the newest periods first.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - known: The known state of reports; a missing one was never requested.
    /// - Returns: The reports, each with the instant at which it is due.
    package func entries(at now: Instant, known: [ReportRecord.Slot: Knowledge]) -> [Entry] {
        self.slots(at: now).compactMap { slot in
            self.dueInstant(of: slot, known[slot], at: now).map { Entry(slot: slot, dueAt: $0) }
        }
    }

    /// Returns the reports that Apple provides, and the next ones, those of the newest periods first.
    package func slots(at now: Instant) -> [ReportRecord.Slot] {
        let today = PacificDay(of: now)
        let days = (1...Self.dayCount).flatMap { count in
            ReportKind.allCases.filter { !$0.isFinance }.map { kind in
                self.slot(kind, .day(CivilDay(number: today.number - count)))
            }
        }
        let current = FiscalMonth(of: today)
        let months = (1...Self.fiscalMonthCount).flatMap { count in
            ReportKind.allCases.filter(\.isFinance).map { kind in
                self.slot(kind, .fiscalMonth(current + -count))
            }
        }
        let all = (days + months).map { (slot: $0, end: $0.period.end) }
        // The sort is stable, so that sales come first among the reports of a day.
        return all.enumerated().sorted { left, right in
            (right.element.end, left.offset) < (left.element.end, right.offset)
        }.map(\.element.slot)
    }

    /// Returns the slot of a kind and a period, with the region of the schedule's finance reports.
    package func slot(_ kind: ReportKind, _ period: ReportPeriod) -> ReportRecord.Slot {
        let region =
            switch kind {
            case .financial: "ZZ"
            case .financeDetail: "Z1"
            case .sales, .subscription, .subscriptionEvent, .subscriber: ""
            }
        return ReportRecord.Slot(kind: kind, period: period, region: region, vendor: self.vendor)
    }

    /// Returns the instant at which a report is due; `nil` where no further request is needed.
    private func dueInstant(of slot: ReportRecord.Slot, _ known: Knowledge?, at now: Instant) -> Instant? {
        let end = slot.period.end
        let isFinance = slot.kind.isFinance
        let published = Self.fetchInstant(isFinance ? Self.financeDelayDays : 1, after: end)
        guard let known else { return published }
        switch known.state {
        case .failed(let count): return known.askedAt + Self.rest(afterFailures: count)
        case .absent(.gone): return nil
        case .absent(.notYet):
            let lastHope = Self.fetchInstant(
                isFinance ? Self.financeWaitDays : Self.correctionDays.upperBound,
                after: end
            )
            // Each pause is half of the report's delay so far, which makes a dozen requests on the first day.
            let late = Span(milliseconds: max((known.askedAt - published).milliseconds, 0) / 2)
            let rest = max(late, isFinance ? Self.day : Self.shortestRest)
            return known.askedAt + (known.askedAt < lastHope ? min(rest, Self.day) : rest)
        case .kept where isFinance:
            let again = known.since + Self.week
            // The last request is known in memory only, so requests end with the second week.
            return known.askedAt < again && now < again + Self.week ? again : nil
        case .absent(.noSales) where isFinance:
            let again = known.askedAt + Self.week
            return again < Self.fetchInstant(Self.financeWaitDays, after: end) ? again : nil
        case .kept, .absent(.noSales):
            // The last request is known in memory only, and a server that starts must not request a year of reports
            // again.
            guard now < Self.fetchInstant(Self.correctionDays.upperBound, after: end) + Self.week else { return nil }
            return Self.correctionDays.lazy.map { Self.fetchInstant($0, after: end) }.first { $0 > known.askedAt }
        }
    }

    /// Returns the instant from which Apple's reports of a day are requested.
    package static func dueInstant(of day: PacificDay) -> Instant {
        Self.fetchInstant(1, after: CivilDay(number: day.number))
    }

    /// Returns the day around which Apple makes the finance reports of a fiscal month, with its payment.
    package static func financeReportDay(of month: FiscalMonth) -> PacificDay {
        month.days.upperBound + Self.usualFinanceDelayDays
    }

    /// Returns 16:30 UTC of the day that is `days` after another, which is later than 8:00 Pacific time all year round.
    private static func fetchInstant(_ days: Int64, after day: CivilDay) -> Instant {
        Instant(milliseconds: (day.number + days) * Span.days(1).milliseconds) + Span.minutes(16 * 60 + 30)
    }

    /// Returns a quarter of an hour after the first failure, twice as long after each further one, at most a day.
    private static func rest(afterFailures count: Int) -> Span {
        let doublings = min(max(count - 1, 0), 10)
        return min(Span(milliseconds: Self.shortestRest.milliseconds << Int64(doublings)), Self.day)
    }
}

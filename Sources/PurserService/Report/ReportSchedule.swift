package import Ledger

/// When each of Apple's reports is asked for: next, again for a correction, or not any more.
///
/// It has no clock and sends no request: callers pass the time and what is known of each report. Apple makes a daily
/// report by 8 o'clock Pacific time of the next day, corrects reports for about a week without notice, and keeps daily
/// ones for a year. A report of a fiscal month comes when it is paid, about 33 days after the month's end. Reports of
/// weeks and calendar months are not asked for, because the days add up to them.
package struct ReportSchedule: Hashable, Sendable {
    /// How many days back daily reports are asked for.
    package static let dayCount: Int64 = 365
    /// How many fiscal months back finance reports are asked for.
    package static let fiscalMonthCount = 13

    /// How many days after a day its report is asked for again, to find corrections.
    private static let correctionDays: ClosedRange<Int64> = 2...7
    /// How many days after the end of a fiscal month its report is asked for.
    private static let financeDelayDays: Int64 = 5
    /// How many days after the end of a fiscal month its report has been late for so long that it may never come.
    private static let financeWaitDays: Int64 = 60
    private static let week = Span.days(7)
    private static let day = Span.days(1)
    /// The shortest time between two questions about a report that is not made yet.
    private static let shortestRest = Span.minutes(15)

    /// What is known of a report.
    package struct Knowledge: Hashable, Sendable {
        /// What came of the last question.
        package enum State: Hashable, Sendable {
            /// The report is there.
            case kept
            /// Apple answered that there is none.
            case absent(ReportAbsence.Reason)
            /// It could not be had, so many times in a row.
            case failed(count: Int)
        }

        /// What came of the last question.
        package let state: State
        /// Since when the report, or the answer that there is none, has been known.
        package let since: Instant
        /// When Apple was asked last; when a report was imported by hand, that.
        package let askedAt: Instant

        /// Knowledge of a report.
        package init(_ state: State, since: Instant, askedAt: Instant) {
            self.state = state
            self.since = since
            self.askedAt = askedAt
        }
    }

    /// A report and when it is to be asked for.
    package struct Entry: Hashable, Sendable {
        /// Which report.
        package let slot: ReportRecord.Slot
        /// When; an instant that has passed means now.
        package let dueAt: Instant
    }

    /// Whose reports.
    package let vendor: String

    /// The schedule of a vendor's reports.
    package init(vendor: String) {
        self.vendor = vendor
    }

    /// All reports that are to be asked for now or later, those of the newest periods first.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - known: What is known of reports; whatever is missing was never asked for.
    /// - Returns: Each with the instant at which it is due.
    package func entries(at now: Instant, known: [ReportRecord.Slot: Knowledge]) -> [Entry] {
        self.slots(at: now).compactMap { slot in
            self.dueInstant(of: slot, known[slot], at: now).map { Entry(slot: slot, dueAt: $0) }
        }
    }

    /// The reports that Apple makes and keeps, or makes next, those of the newest periods first.
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
        // The order of equals is kept, so that sales come first among the reports of a day.
        return all.enumerated().sorted { left, right in
            (right.element.end, left.offset) < (left.element.end, right.offset)
        }.map(\.element.slot)
    }

    /// The slot of a kind and a period, with the region in which the schedule asks for finance reports.
    package func slot(_ kind: ReportKind, _ period: ReportPeriod) -> ReportRecord.Slot {
        let region =
            switch kind {
            case .financial: "ZZ"
            case .financeDetail: "Z1"
            case .sales, .subscription, .subscriptionEvent, .subscriber: ""
            }
        return ReportRecord.Slot(kind: kind, period: period, region: region, vendor: self.vendor)
    }

    /// When a report is to be asked for; `nil` for not any more.
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
            // Each rest is half of the time that the report is late, which makes a dozen questions on the first day.
            let late = Span(milliseconds: max((known.askedAt - published).milliseconds, 0) / 2)
            let rest = max(late, isFinance ? Self.day : Self.shortestRest)
            return known.askedAt + (known.askedAt < lastHope ? min(rest, Self.day) : rest)
        case .kept where isFinance:
            let again = known.since + Self.week
            // What is known of the last question is in memory alone, so the second week ends the matter.
            return known.askedAt < again && now < again + Self.week ? again : nil
        case .absent(.noSales) where isFinance:
            let again = known.askedAt + Self.week
            return again < Self.fetchInstant(Self.financeWaitDays, after: end) ? again : nil
        case .kept, .absent(.noSales):
            // The last question is in memory alone, and a server that starts must not ask for a year again.
            guard now < Self.fetchInstant(Self.correctionDays.upperBound, after: end) + Self.week else { return nil }
            return Self.correctionDays.lazy.map { Self.fetchInstant($0, after: end) }.first { $0 > known.askedAt }
        }
    }

    /// 16:30 UTC of the day that many days after another, when 8 o'clock Pacific time has passed all year round.
    private static func fetchInstant(_ days: Int64, after day: CivilDay) -> Instant {
        Instant(milliseconds: (day.number + days) * Span.days(1).milliseconds) + Span.minutes(16 * 60 + 30)
    }

    /// A quarter of an hour after the first failure, twice as long after each further one, a day at most.
    private static func rest(afterFailures count: Int) -> Span {
        let doublings = min(max(count - 1, 0), 10)
        return min(Span(milliseconds: Self.shortestRest.milliseconds << Int64(doublings)), Self.day)
    }
}

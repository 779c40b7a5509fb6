import Ledger

/// Apple's data for a comparison: daily sales reports, days without sales, and reports of longer periods.
struct ReportedDays: Sendable {
    /// The daily reports that count.
    var daily: [PacificDay: ReportRecord] = [:]
    /// Apple's answers that a day has no report.
    var absences: [PacificDay: ReportAbsence.Reason] = [:]
    /// The reports of weeks, months and years, shorter ones first.
    var longer: [ReportRecord] = []
    /// Daily reports that cannot be read.
    var unreadable: [PacificDay: ReconciliationResult.Gap] = [:]

    /// The days that can be compared, including those without sales.
    var days: Set<PacificDay> {
        let empty = self.absences.filter { $0.value == .noSales }.keys
        return Set(self.daily.keys).union(empty).subtracting(self.unreadable.keys)
    }

    /// Returns the days within a window that can be compared, and their neighbors, ascending: a renewal may have been
    /// charged the day before.
    func neighbors(within window: ClosedRange<PacificDay>) -> [PacificDay] {
        let known = self.days
        return (window.lowerBound.number...window.upperBound.number).map(PacificDay.init(number:)).filter { day in
            known.contains(day) || known.contains(day + -1) || known.contains(day + 1)
        }
    }

    /// Returns the reasons why days cannot be compared; a report that is not due yet is no missing one.
    func gaps(
        of days: ClosedRange<PacificDay>,
        at now: Instant
    ) -> [PacificDay: ReconciliationResult.Gap] {
        let known = self.days
        var gaps: [PacificDay: ReconciliationResult.Gap] = [:]
        for number in days.lowerBound.number...days.upperBound.number {
            let day = PacificDay(number: number)
            guard !known.contains(day) else { continue }
            gaps[day] = self.gap(day, at: now)
        }
        return gaps
    }

    private func gap(_ day: PacificDay, at now: Instant) -> ReconciliationResult.Gap {
        if let unreadable = self.unreadable[day] { return unreadable }
        if now < ReportSchedule.dueInstant(of: day) { return .notYet }
        switch self.absences[day] {
        case .notYet: return .notYet
        case .gone: return .gone
        case .noSales, nil: return .notImported
        }
    }
}

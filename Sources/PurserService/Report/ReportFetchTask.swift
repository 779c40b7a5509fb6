import AppStore
package import Ledger

/// Which reports an operator wants fetched now.
package struct ReportFetchTask: OperatorTask {
    /// The periods.
    package enum Periods: Hashable, Sendable {
        /// Whatever is due by the schedule.
        case due
        /// The days from the first to the last.
        case days(ClosedRange<CivilDay>)
        /// A month of Apple's fiscal year.
        case fiscalMonth(FiscalMonth)
    }

    /// What it is about.
    package static let noun = "report-fetch"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = ["app", "kind", "from", "to", "fiscalMonth"]
    /// The most days of one task: a year, which is what Apple keeps.
    package static let mostDays: Int64 = 366

    /// The app.
    package let app: AppName
    /// Only this kind; `nil` for all that have such periods.
    package let kind: ReportKind?
    /// Which periods.
    package let periods: Periods

    /// A task about reports of an app.
    package init(_ kind: ReportKind?, _ periods: Periods, in app: AppName) {
        self.kind = kind
        self.periods = periods
        self.app = app
    }

    /// Whether it needs a confirmation: a report is fetched without one.
    package var isChange: Bool { false }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields = [(name: "app", value: self.app.rawValue)]
        if let kind { fields.append((name: "kind", value: kind.rawValue)) }
        switch self.periods {
        case .due: break
        case .days(let days):
            fields += [(name: "from", value: days.lowerBound.text), (name: "to", value: days.upperBound.text)]
        case .fiscalMonth(let month): fields.append((name: "fiscalMonth", value: month.text))
        }
        return fields
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        self.app = AppName(try fields.required("app"))
        let known = ReportKind.allCases.map(\.rawValue)
        if let text = fields["kind"] {
            guard let kind = ReportKind(rawValue: text) else {
                throw TaskMistake(field: "kind", detail: Spelling.choice(text, among: known))
            }
            self.kind = kind
        } else {
            self.kind = nil
        }
        if let text = fields["fiscalMonth"] {
            guard let month = FiscalMonth(text: text) else {
                throw TaskMistake(field: "fiscalMonth", detail: "Write a month as 2026-03.")
            }
            self.periods = .fiscalMonth(month)
        } else if fields["from"] != nil || fields["to"] != nil {
            let (from, to) = (try Self.day("from", fields), try Self.day("to", fields))
            guard from <= to, to - from < Self.mostDays else {
                throw TaskMistake(field: "to", detail: "This must be from 0 to \(Self.mostDays - 1) days after `from`.")
            }
            self.periods = .days(from...to)
        } else {
            self.periods = .due
        }
        if let kind = self.kind, let isFinance = self.isFinance, kind.isFinance != isFinance {
            throw TaskMistake(
                field: "kind",
                detail: isFinance
                    ? "Only FINANCIAL and FINANCE_DETAIL are made for fiscal months."
                    : "Finance reports are made for fiscal months, not for days."
            )
        }
    }

    /// The reports, those of the newest periods first; empty for those that are due, which the schedule says.
    func slots(of schedule: ReportSchedule) -> [ReportRecord.Slot] {
        let periods: [ReportPeriod]
        switch self.periods {
        case .due: return []
        case .days(let days):
            periods = (days.lowerBound.number...days.upperBound.number).reversed().map { .day(CivilDay(number: $0)) }
        case .fiscalMonth(let month): periods = [.fiscalMonth(month)]
        }
        let kinds = ReportKind.allCases.filter { kind in
            kind.isFinance == self.isFinance && (self.kind == nil || self.kind == kind)
        }
        return periods.flatMap { period in kinds.map { schedule.slot($0, period) } }
    }

    /// Whether the periods are those of finance reports; `nil` for any.
    private var isFinance: Bool? {
        switch self.periods {
        case .due: nil
        case .days: false
        case .fiscalMonth: true
        }
    }

    private static func day(_ name: String, _ fields: TaskFields) throws(TaskMistake) -> CivilDay {
        guard let day = CivilDay(text: try fields.required(name)) else {
            throw TaskMistake(field: name, detail: "Write a day as 2026-03-01.")
        }
        return day
    }
}

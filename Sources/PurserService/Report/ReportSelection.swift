package import Ledger

/// The reports of a manual fetch.
package struct ReportSelection: Hashable, Sendable {
    /// The selected periods.
    package enum Periods: Hashable, Sendable {
        /// The reports that are due by the schedule.
        case due
        /// A range of days.
        case days(ClosedRange<CivilDay>)
        /// A month of Apple's fiscal year.
        case fiscalMonth(FiscalMonth)
    }

    /// The maximum number of days: a year, as long as Apple provides daily reports.
    package static let mostDays: Int64 = 366

    /// The kind; `nil` for all kinds with such periods.
    package let kind: ReportKind?
    /// The selected periods.
    package let periods: Periods

    /// Creates a selection.
    package init(_ kind: ReportKind?, _ periods: Periods) {
        self.kind = kind
        self.periods = periods
    }

    /// Whether the periods are those of finance reports; `nil` for any.
    package var isFinance: Bool? {
        switch self.periods {
        case .due: nil
        case .days: false
        case .fiscalMonth: true
        }
    }

    /// Returns the slots, those of the newest periods first; empty for `due`, which the schedule determines.
    fileprivate func slots(of schedule: ReportSchedule) -> [ReportRecord.Slot] {
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
}

extension ReportFetch {
    /// The name of the field with the code that stopped further requests.
    package static let stoppedName = "stopped"

    /// Fetches reports one after another and reports a line about each; the last line is a result or a failure.
    ///
    /// Due days for which Apple has no report are only counted. A failure that would affect other selected reports
    /// skips their requests.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - limit: The maximum number of reports to request.
    ///   - origin: The origin of the request.
    ///   - report: Receives the lines and the result.
    package func fetch(
        _ selection: ReportSelection,
        limit: Int = .max,
        by origin: RequestOrigin,
        report: Operations.Report
    ) async {
        let slots: [ReportRecord.Slot]
        do throws(RepositoryError) {
            slots = Array(try await self.slots(of: selection).prefix(limit))
        } catch {
            return report(.failure(OperationFailure(error)))
        }
        var counts: [String: Int64] = [:]
        var isComplete = true
        var stopping: ReportFetchFailure?
        var hindered: Set<ReportKind> = []
        for (index, slot) in slots.enumerated() {
            report(
                .progress(
                    OperationProgress(
                        stage: "fetching reports",
                        done: Int64(index),
                        total: Int64(slots.count),
                        unit: "reports"
                    )
                )
            )
            guard !Task.isCancelled, !hindered.contains(slot.kind) else {
                isComplete = false
                continue
            }
            let outcome = await self.fetch(slot, by: origin)
            // Most days of a due year have no report, which is not a failure.
            let isExpected = selection.periods == .due && outcome.isAbsent
            if !isExpected { report(.line(OperationLine(Self.fields(of: slot, outcome)))) }
            counts[outcome.name, default: 0] += 1
            isComplete = isComplete && (isExpected || outcome.isComplete)
            guard let failure = outcome.failure, failure.reach != .report else { continue }
            stopping = stopping ?? failure
            hindered.formUnion(Self.kinds(hinderedBy: failure, of: slot.kind))
        }
        var fields = [OperationResult.Field("asked", .number(counts.values.reduce(0, +)))]
        for (outcome, name) in Self.names {
            if let count = counts[outcome] { fields.append(OperationResult.Field(name, .number(count))) }
        }
        if let stopping { fields.append(OperationResult.Field(Self.stoppedName, .text(stopping.code))) }
        report(.result(OperationResult(isClean: isComplete, fields: fields)))
    }

    /// Returns the reports of a selection, in the order in which they are requested.
    package func slots(of selection: ReportSelection) async throws(RepositoryError) -> [ReportRecord.Slot] {
        guard selection.periods == .due else { return selection.slots(of: self.schedule) }
        let now = self.now
        return try await self.entries(at: now)
            .filter { $0.dueAt <= now && (selection.kind == nil || $0.slot.kind == selection.kind) }.map(\.slot)
    }

    /// The names of the counts of a result, by the names of the outcomes.
    private static let names = [
        ("new", "new"), ("changed", "changed"), ("unchanged", "unchanged"), ("no_sales", "noSales"),
        ("not_yet", "notYet"), ("gone", "gone"), ("failed", "failed"),
    ]

    private static func kinds(hinderedBy failure: ReportFetchFailure, of kind: ReportKind) -> [ReportKind] {
        switch failure.reach {
        case .report: []
        case .kind: [kind]
        case .family: ReportKind.allCases.filter { $0.isFinance == kind.isFinance }
        case .app, .connection: ReportKind.allCases
        }
    }

    private static func fields(
        of slot: ReportRecord.Slot,
        _ outcome: ReportFetchOutcome
    ) -> [OperationResult.Field] {
        var fields = [
            OperationResult.Field("kind", .text(slot.kind.rawValue)),
            OperationResult.Field("period", .text(slot.period.text)),
            OperationResult.Field("outcome", .text(outcome.name)),
        ]
        switch outcome {
        case .new(let number, let rowCount), .changed(let number, let rowCount, _),
            .unchanged(let number, let rowCount):
            fields += [
                OperationResult.Field("report", .number(number)),
                OperationResult.Field("rows", .number(Int64(rowCount))),
            ]
        case .absent: break
        case .failed(let failure):
            fields += [
                OperationResult.Field("code", .text(failure.code)),
                OperationResult.Field("detail", .text(failure.detail)),
            ]
        }
        return fields
    }
}

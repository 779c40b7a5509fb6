package import Ledger

/// Fetches reports as operators want them.
package struct ReportFetchOperations: OperatorWork {
    private let fetches: [AppName: ReportFetch]

    /// Work with what fetches the reports of each app.
    package init(fetches: [AppName: ReportFetch]) {
        self.fetches = fetches
    }

    /// Fetches the reports of a task, one after another, and reports a line about each.
    ///
    /// Where the task is to fetch what is due, the days of which Apple has no report are only counted.
    ///
    /// A failure that others of the reports would meet too spares Apple the same question about them.
    package func run(
        _ task: ReportFetchTask,
        isPreview _: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        guard let fetch = self.fetches[task.app] else {
            return report(.failure(OperationFailure(ReportFetchRefusal.notConfigured(task.app))))
        }
        var slots = task.slots(of: fetch.schedule)
        if task.periods == .due {
            do {
                let now = fetch.now
                slots = try await fetch.entries(at: now)
                    .filter { $0.dueAt <= now && (task.kind == nil || $0.slot.kind == task.kind) }.map(\.slot)
            } catch {
                return report(.failure(OperationFailure(error)))
            }
        }
        let origin = ActOrigin(name: operatorName, reason: reason)
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
            guard !_Concurrency.Task.isCancelled, !hindered.contains(slot.kind) else {
                isComplete = false
                continue
            }
            let outcome = await fetch.fetch(slot, by: origin)
            // Of a year that is due, most days have no report, and that is no failure.
            let isExpected = task.periods == .due && outcome.isAbsent
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

    /// The name of the field with the code for which other reports were not asked for.
    package static let stoppedName = "stopped"

    /// The names of the sums of a result, by the names of the outcomes.
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

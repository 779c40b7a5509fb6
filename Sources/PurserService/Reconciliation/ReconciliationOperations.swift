import AppStore
import Ledger

/// What operators may do about days and Apple's reports, wherever they do it from.
package struct ReconciliationOperations: OperatorWork {
    private let service: ReconciliationService

    /// Work of this service.
    package init(_ service: ReconciliationService) { self.service = service }

    package func run(
        _ task: ReconciliationTask,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        do throws(ReconciliationError) {
            switch task.deed {
            case .compare(let wanted, let isHealing):
                let days = wanted ?? self.service.usualDays
                let findings =
                    isHealing
                    ? try await self.service.reconcileAndHeal(task.app, days: days)
                    : try await self.service.reconcile(task.app, days: days)
                self.say(findings, ReconciliationSentences(isChinese: task.isChinese), report)
            case .settle(let month):
                let span = try await self.service.settle(month, of: task.app)
                for line in span.lines { report(.line(OperationLine(Self.fields(line)))) }
                let isClean = span.unexplainedCount == 0
                report(.result(OperationResult(isClean: isClean, fields: Self.fields(span.summary))))
            case .accept, .withdraw:
                if isPreview {
                    let fields = task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
                    return report(.result(OperationResult(isClean: true, fields: fields)))
                }
                let done = try await self.act(task, by: ActOrigin(name: operatorName, reason: reason))
                let fields = Self.fields(ReconciliationForm().state(done.value, nil))
                let result = OperationResult(isClean: true, fields: fields + OperationResult.fields(of: done.nothing))
                report(.result(result))
            }
        } catch {
            report(.failure(OperationFailure(code: error.code, detail: error.remedy)))
        }
    }

    private func act(
        _ task: ReconciliationTask,
        by origin: ActOrigin
    ) async throws(ReconciliationError) -> ActResult<DayState> {
        if case .accept(let day, let digest) = task.deed {
            return try await self.service.accept(day, digest: digest, of: task.app, by: origin)
        }
        guard case .withdraw(let day) = task.deed else { throw .spanInvalid }
        return try await self.service.withdrawAcceptance(of: day, in: task.app, by: origin)
    }

    /// Says everything that was found, a line for each day, each difference and each longer report, then the sums.
    private func say(
        _ findings: ReconciliationFindings,
        _ sentences: ReconciliationSentences,
        _ report: Operations.Report
    ) {
        let form = ReconciliationForm(sentences)
        func line(_ kind: String, _ members: [JSONMember]) {
            let kind = OperationResult.Field("line", .text(kind))
            report(.line(OperationLine([kind] + Self.fields(members))))
        }
        let overview = findings.overview
        var differences = findings.differences[...]
        for day in overview.days {
            var members = form.state(findings.state(day), overview.gaps[day])
            if let found = findings.day(day) { members += form.sides(found).filter { $0.key != "matchedGroups" } }
            if let healing = findings.healing[day] {
                members.append(JSONMember("healing", healing.rawValue))
            }
            if case .unreadable(let number, let flaw)? = overview.gaps[day] {
                members.append(JSONMember("flaw", "\(number): \(flaw.detail)"))
            }
            line("day", members)
            while let next = differences.first, next.day == day {
                line("difference", form.difference(next.difference, on: day))
                differences = differences.dropFirst()
            }
        }
        for longer in findings.longer {
            line("longer", form.longer(longer).filter { $0.key != "differences" })
            guard let found = longer.found else { continue }
            for difference in found.differences { line("difference", form.difference(difference, on: found.day)) }
        }
        let summary = form.overview(overview).filter { $0.key != "days" }
        let rest = [
            JSONMember("unexplained", Int64(findings.unexplainedCount)),
            JSONMember("ofAllApps", findings.isOfAllApps),
        ]
        report(
            .result(
                OperationResult(isClean: findings.unexplainedCount == 0, fields: Self.fields(summary + rest))
            )
        )
    }

    private static func fields(_ members: [JSONMember]) -> [OperationResult.Field] {
        members.map { OperationResult.Field($0.key, OperationResult.Value($0.value)) }
    }
}

internal import Ledger

/// Shows operators which old forms are still used.
package struct MovingOverOperations: AppOperations {
    /// How many versions are shown of each form.
    private static let shownVersions = 5

    package let apps: [ServedApp]
    private let desk: MovingOverDesk

    /// Work at this desk, for these apps.
    package init(desk: MovingOverDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    package func perform(
        _ task: MovingOverTask,
        in app: ServedApp,
        by _: ActOrigin,
        report _: Operations.Report
    ) async throws(MovingOverError) -> [OperationResult.Field] {
        let report: MovingOverReport
        do throws(RepositoryError) {
            report = try await self.desk.report(on: app, days: task.days)
        } catch {
            throw .storage(error)
        }
        var fields = [
            ("from", report.from.text), ("through", report.through.text),
            ("countedSince", report.countedSince?.text ?? (task.isChinese ? "尚无统计" : "nothing is counted yet")),
        ]
        for line in report.lines {
            fields.append((line.form.rawValue, Self.text(line, task.isChinese)))
            guard let step = line.step else { continue }
            let sentence = task.isChinese ? step.chineseSentence : step.sentence
            fields.append(("\(line.form.rawValue).\(step.state.rawValue)", sentence))
        }
        return fields.map { OperationResult.Field($0.0, .text($0.1)) }
    }

    /// `120 (12.5 %), last 2026-03-01; 3.2: 100, 3.1: 20`.
    private static func text(_ line: MovingOverReport.Line, _ isChinese: Bool) -> String {
        guard line.count > 0 else { return "0" }
        var text = "\(line.count)"
        if let share = line.share { text += " (\(Self.percent(share)))" }
        if let last = line.days.last { text += isChinese ? "，最近 \(last.day.text)" : ", last \(last.day.text)" }
        let versions = line.versions.filter { !$0.name.isEmpty }
        guard !versions.isEmpty else { return text }
        let shown = versions.prefix(Self.shownVersions).map { "\($0.name): \($0.count)" }
        text += (isChinese ? "；" : "; ") + shown.joined(separator: ", ")
        return versions.count > shown.count ? text + ", ..." : text
    }

    /// A share in thousandths of a percent, as people write it.
    private static func percent(_ share: Int64) -> String {
        let tenths = (share + 50) / 100
        if share > 0, tenths == 0 { return "< 0.1 %" }
        if share < 100_000, tenths == 1000 { return "> 99.9 %" }
        return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}

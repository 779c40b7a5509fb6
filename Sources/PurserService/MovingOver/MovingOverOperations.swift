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
        let forms = report.lines.map { Self.fields(of: $0, task.isChinese) }
        return OperationResult.present([
            OperationResult.Field("from", .text(report.from.text)),
            OperationResult.Field("through", .text(report.through.text)),
            .optional("countedSince", report.countedSince?.text),
            OperationResult.Field("forms", .list(forms)),
        ])
    }

    /// A form with how often it is used and what to do about it.
    private static func fields(
        of line: MovingOverReport.Line,
        _ isChinese: Bool
    ) -> [OperationResult.Field] {
        let versions = line.versions.filter { !$0.name.isEmpty }.prefix(Self.shownVersions)
        let counts = versions.map { version in
            [OperationResult.Field("name", .text(version.name)), .init("count", .number(Int64(version.count)))]
        }
        return OperationResult.present([
            OperationResult.Field("form", .text(line.form.rawValue)),
            OperationResult.Field("count", .number(Int64(line.count))),
            .optional("share", line.count > 0 ? line.share.map(Self.percent) : nil),
            .optional("last", line.days.last?.day.text),
            counts.isEmpty ? nil : OperationResult.Field("versions", .list(counts)),
            .optional("state", line.step?.state.rawValue),
            .optional("advice", line.step.map { isChinese ? $0.chineseSentence : $0.sentence }),
        ])
    }

    /// A share in thousandths of a percent, as people write it.
    private static func percent(_ share: Int64) -> String {
        let tenths = (share + 50) / 100
        if share > 0, tenths == 0 { return "< 0.1 %" }
        if share < 100_000, tenths == 1000 { return "> 99.9 %" }
        return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}

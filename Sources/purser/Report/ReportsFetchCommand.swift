import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser reports fetch`: fetches reports from App Store Connect now.
struct ReportsFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch reports from App Store Connect now: those that are due, or those of some days or months.",
        discussion: """
            Example:
              purser reports fetch
              purser reports fetch --day 2026-03-01
              purser reports fetch --kind SALES --month 2026-02
              purser reports fetch --fiscal 2026-05

            A running server does this by its schedule: purser reports schedule. Days are in Pacific time. Finance
            reports are for months of Apple's fiscal year, which begins at the end of September: 2026-05 is
            February 2026.

            Each line is a report and its result: new, changed, unchanged, no_sales, not_yet, gone, or failed with the
            code of the error. Of the reports that are due, those that Apple does not have are only counted. A failure
            that would affect the other reports too ends the fetch.

            Exit status: 0 every report is there, or there were no sales; 1 a report is missing; 64 wrong usage, 69 the
            database cannot be opened, or Apple cannot be reached, 75 try again, 77 the key lacks the permission, or
            another user's server, 78 the configuration or the key is wrong.
            """
    )

    @Option(help: ArgumentHelp("Only this kind, with Apple's name: SALES, SUBSCRIPTION, ...", valueName: "name"))
    var kind: String?

    @Option(help: ArgumentHelp("The reports of this day: 2026-03-01.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("The reports of the days of this month: 2026-03.", valueName: "month"))
    var month: String?

    @Option(
        help: ArgumentHelp("The finance reports of this month of Apple's fiscal year: 2026-05.", valueName: "month")
    )
    var fiscal: String?

    @Option(help: ArgumentHelp("The reports of this day and those after it.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last of these days; by default yesterday in Pacific time.", valueName: "day"))
    var to: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        _ = try self.reportKind
        _ = try self.periods(today: CivilDay(number: 0))
    }

    func run() async throws {
        // At most the days of a year are sent. The server's clock may be a simulated one, so the server determines what
        // is due.
        let today = CivilDay(number: PacificDay(of: Ambient.live.now()).number)
        let members = try self.members(self.periods(today: today))
        let display = OperationDisplay(isJSON: self.json, listing: .fetchedReports, in: .here)
        try await self.server.with { api in await api.run("report-fetches", members) { display.take($0) } }
        do {
            try display.finish()
        } catch {
            let stopped = display.result?.fields.first { $0.name == ReportFetch.stoppedName }
            guard let stopped, case .text(let code) = stopped.value else { throw error }
            throw ExitStatus(code: code).error
        }
    }

    /// Returns the members of the request.
    private func members(_ periods: ReportSelection.Periods) throws -> [JSONMember] {
        let kind = try self.reportKind.map { JSONMember(key: "kind", value: .string($0.rawValue)) }
        let fields: [JSONMember] =
            switch periods {
            case .due: []
            case .days(let days):
                [
                    JSONMember(key: "from", value: .string(days.lowerBound.text)),
                    JSONMember(key: "to", value: .string(days.upperBound.text)),
                ]
            case .fiscalMonth(let month): [JSONMember(key: "fiscalMonth", value: .string(month.text))]
            }
        return (kind.map { [$0] } ?? []) + fields
    }

    private var reportKind: ReportKind? {
        get throws {
            guard let kind else { return nil }
            guard let known = ReportKind(rawValue: kind.uppercased()) else {
                throw ChoiceOption.mistake("--kind", kind, known: ReportKind.allCases.map(\.rawValue))
            }
            return known
        }
    }

    private func periods(today: CivilDay) throws -> ReportSelection.Periods {
        let given = [self.day, self.month, self.fiscal, self.from].count { $0 != nil }
        guard given <= 1, self.to == nil || self.from != nil else {
            throw ValidationError("Use one of --day, --month, --fiscal, or --from, optionally with --to.")
        }
        let isFinance = try self.reportKind?.isFinance
        if let fiscal {
            guard isFinance != false else { throw ValidationError("Only finance reports have fiscal months.") }
            guard let month = FiscalMonth(text: fiscal) else { throw Self.mistake("--fiscal", "2026-05") }
            return .fiscalMonth(month)
        }
        guard given == 1 else { return .due }
        if isFinance == true { throw ValidationError("Finance reports have fiscal months: --fiscal 2026-05") }
        if let month {
            guard let period = ReportPeriod(month, length: .month) else { throw Self.mistake("--month", "2026-03") }
            return .days(period.days)
        }
        if let day {
            guard let day = CivilDay(text: day) else { throw Self.mistake("--day", "2026-03-01") }
            return .days(day...day)
        }
        guard let begin = CivilDay(text: self.from ?? "") else { throw Self.mistake("--from", "2026-03-01") }
        guard let to else {
            let end = max(begin, today + -1)
            guard end - begin < ReportSelection.mostDays else {
                throw ValidationError(
                    "--from \(begin.text) is more than \(ReportSelection.mostDays) days ago. Add --to."
                )
            }
            return .days(begin...end)
        }
        guard let end = CivilDay(text: to) else { throw Self.mistake("--to", "2026-03-31") }
        guard begin <= end, end - begin < ReportSelection.mostDays else {
            throw ValidationError("--to must be from 0 to \(ReportSelection.mostDays - 1) days after --from.")
        }
        return .days(begin...end)
    }

    private static func mistake(_ option: String, _ example: String) -> ValidationError {
        ValidationError("\(option) must look like this: \(option) \(example)")
    }
}

/// `purser reports schedule`: shows the state of report fetches.
struct ReportsScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Show the newest report, the next fetch and the last failure of each kind of report.",
        discussion: """
            Example:
              purser reports schedule

            Exit status: 0 no failure, 1 a failure without a later success, 64 wrong usage, 69 the database cannot be
            opened, 75 try again, 77 another user's server, 78 the configuration is wrong, or has no key for App Store
            Connect.
            """
    )

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let kinds = try await api.get("reports/schedule")["kinds"]?.elements ?? []
            Listing.reportSchedule.write(kinds, isJSON: self.json, in: .here)
            let failures = kinds.compactMap { $0["failure"] }
            guard !failures.isEmpty else { return }
            if !self.json {
                var said: Set<String> = []
                for failure in failures where said.insert(failure["detail"].plain).inserted {
                    StandardStream.error.write(line: failure["detail"].plain)
                }
            }
            throw ExitStatus.negative.error
        }
    }
}

extension Listing {
    /// The table of fetched reports and their results.
    static let fetchedReports = Listing(
        none: LocalizedText(
            "No report is due. To see the schedule: purser reports schedule",
            "没有到期的报告。下次获取的时间：purser reports schedule"
        ),
        [
            Column(LocalizedText("KIND", "种类"), of: "kind"),
            Column(LocalizedText("PERIOD", "期间"), of: "period"),
            Column(LocalizedText("OUTCOME", "结果")) { row, language in
                let word = row["outcome"].plain
                return language == .simplifiedChinese ? Self.chineseOutcomes[word] ?? word : word
            },
            Column(LocalizedText("REPORT", "报告"), of: "report", isNumber: true),
            Column(LocalizedText("ROWS", "行数"), of: "rows", isNumber: true),
            Column(LocalizedText("CODE", "错误代码"), of: "code"),
            Column(LocalizedText("DETAIL", "说明"), of: "detail"),
        ]
    )

    /// The table of the state of report fetches.
    static let reportSchedule = Listing(
        none: LocalizedText("The server fetches no reports.", "不获取任何报告。"),
        [
            Column(LocalizedText("KIND", "种类"), of: "kind"),
            Column(LocalizedText("NEWEST", "最新"), of: "newestPeriod", none: LocalizedText("none", "无")),
            Column(LocalizedText("REPORT", "报告"), of: "newestReport", isNumber: true),
            Column(LocalizedText("IMPORTED", "导入时间"), of: "importedAt"),
            Column(LocalizedText("NEXT", "下次获取"), of: "nextAt"),
            Column(LocalizedText("PAUSED UNTIL", "暂停至"), of: "pausedUntil"),
            Column(LocalizedText("FAILURE", "失败"), of: "failure.code"),
            Column(LocalizedText("AT", "时间"), of: "failure.at"),
        ]
    )

    private static let chineseOutcomes = [
        "new": "新报告", "changed": "已更正", "unchanged": "无变化", "no_sales": "无销售", "not_yet": "尚未生成",
        "gone": "已不再保留", "failed": "失败",
    ]
}

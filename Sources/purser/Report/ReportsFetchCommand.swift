import AppStore
import ArgumentParser
import Ledger
import PurserHTTP
import PurserService

/// `purser reports fetch`: asks App Store Connect for reports now.
struct ReportsFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Asks App Store Connect for reports now: those that are due, or those of some days or months.",
        discussion: """
            Example:
              purser reports fetch
              purser reports fetch --day 2026-03-01
              purser reports fetch --kind SALES --month 2026-02
              purser reports fetch --fiscal 2026-05

            The server does this by itself, by its schedule: purser reports schedule. Days are in Pacific time. Finance
            reports are made for months of Apple's fiscal year, whose first begins at the end of September: 2026-05 is
            February 2026.

            Each line is a report and what came of it: new, changed, unchanged, no_sales, not_yet, gone, or failed with
            the code of the error. Of the reports that are due, those that Apple does not have are only counted. A failure
            that others would meet too ends the asking for them.

            Exit status: 0 everything asked for is there, or nothing was sold; 1 something is not; 64 wrong usage, 69 the
            server is not running, or Apple cannot be reached, 75 try again, 77 the key may not do it, or another user's
            server, 78 the configuration or the key is wrong.
            """
    )

    @Option(help: ArgumentHelp("Only this kind, by Apple's name: SALES, SUBSCRIPTION, ...", valueName: "name"))
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

    @Option(help: ArgumentHelp("The last of these days; yesterday in Pacific time if left out.", valueName: "day"))
    var to: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        _ = try self.reportKind
        _ = try self.periods(today: CivilDay(number: 0))
    }

    func run() async throws {
        // The days of a year at most; the server's clock may be a simulated one, so it knows better what is due.
        let today = CivilDay(number: PacificDay(of: Ambient.live.now()).number)
        let periods = try self.periods(today: today)
        let configuration = try self.server.configuration.load()
        let app = try configuration.chosenApp(self.server.app).name
        let task = ReportFetchTask(try self.reportKind, periods, in: app)
        let display = OperationDisplay(isJSON: self.json, listing: .fetchedReports, in: .here)
        try await APIAccess.with(configuration, app: app) { api in
            let members = task.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }
            await api.run("report-fetch-tasks", members) { display.take($0) }
        }
        do {
            try display.finish()
        } catch {
            let stopped = display.result?.fields.first { $0.name == ReportFetchOperations.stoppedName }
            guard let stopped, case .text(let code) = stopped.value else { throw error }
            throw ExitStatus(code: code).error
        }
    }

    private var reportKind: ReportKind? {
        get throws {
            guard let kind else { return nil }
            guard let known = ReportKind(rawValue: kind.uppercased()) else {
                throw WordOption.mistake("--kind", kind, known: ReportKind.allCases.map(\.rawValue))
            }
            return known
        }
    }

    private func periods(today: CivilDay) throws -> ReportFetchTask.Periods {
        let given = [self.day, self.month, self.fiscal, self.from].count { $0 != nil }
        guard given <= 1, self.to == nil || self.from != nil else {
            throw ValidationError("Give --day, --month, --fiscal, or --from and perhaps --to, one of the four.")
        }
        let isFinance = try self.reportKind?.isFinance
        if let fiscal {
            guard isFinance != false else { throw ValidationError("Only finance reports have fiscal months.") }
            guard let month = FiscalMonth(text: fiscal) else { throw Self.mistake("--fiscal", "2026-05") }
            return .fiscalMonth(month)
        }
        guard given == 1 else { return .due }
        if isFinance == true { throw ValidationError("Finance reports are made for fiscal months: --fiscal 2026-05") }
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
            guard end - begin < ReportFetchTask.mostDays else {
                throw ValidationError(
                    "--from \(begin.text) is more than \(ReportFetchTask.mostDays) days ago. Say --to too."
                )
            }
            return .days(begin...end)
        }
        guard let end = CivilDay(text: to) else { throw Self.mistake("--to", "2026-03-31") }
        guard begin <= end, end - begin < ReportFetchTask.mostDays else {
            throw ValidationError("--to is from 0 to \(ReportFetchTask.mostDays - 1) days after --from.")
        }
        return .days(begin...end)
    }

    private static func mistake(_ option: String, _ example: String) -> ValidationError {
        ValidationError("\(option) must look like this: \(option) \(example)")
    }
}

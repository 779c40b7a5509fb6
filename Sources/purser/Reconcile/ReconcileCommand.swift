import AppStore
import ArgumentParser
import AsyncHTTPClient
import Ledger
import PurserHTTP
import PurserService

/// `purser reconcile`: compares the ledger with Apple's sales reports.
struct ReconcileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compares what was sold and refunded with Apple's sales reports, day by day.",
        discussion: """
            Example:
              purser reconcile --month 2026-03
              purser reconcile --day 2026-03-14 --heal
              purser reconcile --day 2026-03-14 --accept --reason "Apple's correction is announced"

            Days are days in Pacific time, as in Apple's reports; without an option, the 31 days before today. Each
            difference is a sentence: what the report has, what the ledger has, the likely cause and what to do. --heal
            asks Apple for the notifications of days on which the report has more than the ledger, and compares again.
            Sentences are in the language of LANG, English or Chinese.

            Exit status: 0 nothing is unexplained, 1 something is, 3 nothing was done, 64 wrong usage, 65 a report cannot be
            read, 69 there is no report of any of these days or the database cannot be opened, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("One day, 2026-03-14.", valueName: "day"))
    var day: String?

    @Option(help: ArgumentHelp("A calendar month, 2026-03.", valueName: "month"))
    var month: String?

    @Option(help: ArgumentHelp("A month of Apple's fiscal year, 2026-06.", valueName: "month"))
    var fiscal: String?

    @Option(help: ArgumentHelp("The first day; with --to.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last day; with --from.", valueName: "day"))
    var to: String?

    @Flag(help: "Ask Apple for what the reports have more than the ledger.")
    var heal = false

    @Flag(help: "Accept the day as it is; with --day and --reason.")
    var accept = false

    @Flag(help: "Take the acceptance of a day back; with --day.")
    var withdraw = false

    @OptionGroup var change: ChangeOptions

    @Flag(help: "Each difference one JSON object a line.")
    var json = false

    func validate() throws {
        let ways = [self.day != nil, self.month != nil, self.fiscal != nil, self.from != nil || self.to != nil]
        guard ways.count(where: { $0 }) <= 1, (self.from == nil) == (self.to == nil) else {
            throw ValidationError("Write one of --day, --month, --fiscal, or --from with --to.")
        }
        if self.accept || self.withdraw {
            guard self.day != nil, !(self.accept && self.withdraw), !self.heal else {
                throw ValidationError("--accept and --withdraw are about one day: --day 2026-03-14")
            }
            guard !self.accept || self.change.reason?.isEmpty == false else {
                throw ValidationError("Say why the day is accepted as it is: --reason \"...\"")
            }
        }
        _ = try self.days
    }

    func run() async throws {
        let configuration = try self.change.configuration.load()
        let app = try configuration.chosenApp(self.change.app).name
        let days = try self.days
        try await APIAccess.with(configuration, app: app, clock: self.change.clock.address) { api in
            let way: Way = { task, report in
                var members = task.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }
                if let reason = self.change.reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
                await api.run("reconciliation-tasks", members, report: report)
            }
            if self.withdraw, let day = days?.lowerBound {
                if !self.change.yes {
                    try Confirmation.ask(ReconciliationText(in: .here).withdrawing(day.text), in: .here)
                }
                return try await self.act(.withdraw(day), app, way)
            }
            let display = ReconciliationDisplay(in: .here)
            let task = ReconciliationTask(
                .compare(days, isHealing: self.heal),
                isChinese: Language.here.isChinese,
                in: app
            )
            await way(task) { display.take($0) }
            guard self.accept, let day = days?.lowerBound else {
                try display.write(isJSON: self.json)
                var isSettled = true
                if let month = self.fiscal.flatMap({ FiscalMonth(text: $0) }) {
                    isSettled = try await self.settle(month, app, way)
                }
                try display.end()
                if !isSettled { throw ExitStatus.negative.error }
                return
            }
            try display.write(isJSON: false, to: self.json ? .error : .output)
            guard let digest = display.digest(of: day) else { return try display.end() }
            if !self.change.yes { try Confirmation.ask(ReconciliationText(in: .here).accepting(day.text), in: .here) }
            try await self.act(.accept(day, digest), app, way)
        }
    }

    /// Writes what Apple settled in a fiscal month, and returns whether nothing of it is unexplained.
    ///
    /// A month whose finance report Apple has not made yet is not unexplained.
    private func settle(_ month: FiscalMonth, _ app: AppName, _ way: Way) async throws -> Bool {
        let display = ReconciliationDisplay(in: .here)
        await way(ReconciliationTask(.settle(month), isChinese: Language.here.isChinese, in: app)) { display.take($0) }
        if let failure = display.failure {
            guard failure.code == "reconciliation_finance_missing" else { throw failure.refusal() }
            StandardStream.error.write(line: failure.detail)
            return true
        }
        let result = try display.result()
        if self.json {
            StandardStream.output.write(json: result.json)
            for line in display.lines where line["state"]?.text == "unexplained" {
                StandardStream.output.write(json: line)
            }
        } else {
            let text = SettlementText(in: .here)
            for line in text.lines(result.json, display.lines) { StandardStream.output.write(line: line) }
        }
        return result.isClean
    }

    /// Does something about a day and says how it is now.
    private func act(_ deed: ReconciliationTask.Deed, _ app: AppName, _ way: Way) async throws {
        let display = ReconciliationDisplay(in: .here)
        await way(ReconciliationTask(deed, isChinese: Language.here.isChinese, in: app)) { display.take($0) }
        let result = try display.result()
        if self.json {
            StandardStream.output.write(json: result.json)
        } else if result.nothing == nil {
            StandardStream.output.write(line: ReconciliationText(in: .here).state(result.json))
        }
        if let nothing = result.nothing { try NothingDone.end(nothing, in: .here) }
    }

    /// Does a task and passes on what it says.
    private typealias Way = (ReconciliationTask, @escaping Operations.Report) async -> Void

    /// The days that are meant; `nil` for those before today.
    private var days: ClosedRange<PacificDay>? {
        get throws {
            if let text = self.day {
                let day = try Self.day(text, "--day")
                return day...day
            }
            if let text = self.month {
                guard let month = ReportPeriod(text, length: .month) else {
                    throw ValidationError("--month \(text): write a calendar month as 2026-03.")
                }
                return month.pacificDays
            }
            if let text = self.fiscal {
                guard let month = FiscalMonth(text: text) else {
                    throw ValidationError("--fiscal \(text): write a month of Apple's fiscal year as 2026-06.")
                }
                return month.days
            }
            guard let from = self.from, let to = self.to else { return nil }
            let (first, last) = (try Self.day(from, "--from"), try Self.day(to, "--to"))
            guard first <= last, last - first < ReconciliationService.maximumDays else {
                throw ValidationError(
                    "--from \(from) --to \(to): name days in order, at most \(ReconciliationService.maximumDays)."
                )
            }
            return first...last
        }
    }

    private static func day(_ text: String, _ option: String) throws -> PacificDay {
        guard let day = PacificDay(text: text) else {
            throw ValidationError("\(option) \(text): write a day as 2026-03-14.")
        }
        return day
    }
}

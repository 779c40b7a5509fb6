import AppStore
import ArgumentParser
import Ledger
import NIOCore
import PurserService

/// `purser reconcile`: compares the ledger with Apple's sales reports.
struct ReconcileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compare the ledger with Apple's sales reports, day by day.",
        discussion: """
            Example:
              purser reconcile --month 2026-03
              purser reconcile --day 2026-03-14 --heal
              purser reconcile --day 2026-03-14 --accept --reason "Apple's correction is announced"

            Days are in Pacific time, as in Apple's reports; without an option, the 31 days before today. Each
            difference is described: the report's side, the ledger's side, the likely cause and the next step. --heal
            asks Apple for the notifications of days on which the report has more than the ledger, and compares again.
            Texts are in the language of LANG, English or Chinese.

            Exit status: 0 no unexplained difference, 1 an unexplained difference, 3 nothing to do, 64 wrong usage, 65
            a report cannot be read, 69 there is no report of any of these days or the database cannot be opened, 75
            try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
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

    @Flag(help: "Ask Apple for what the reports contain and the ledger lacks.")
    var heal = false

    @Flag(help: "Accept the day; with --day and --reason.")
    var accept = false

    @Flag(help: "Revoke the acceptance of a day; with --day.")
    var withdraw = false

    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print each difference as one JSON object per line.")
    var json = false

    func validate() throws {
        let ways = [self.day != nil, self.month != nil, self.fiscal != nil, self.from != nil || self.to != nil]
        guard ways.count(where: { $0 }) <= 1, (self.from == nil) == (self.to == nil) else {
            throw ValidationError("Use one of --day, --month, --fiscal, or --from with --to.")
        }
        if self.accept || self.withdraw {
            guard self.day != nil, !(self.accept && self.withdraw), !self.heal else {
                throw ValidationError("--accept and --withdraw require one day: --day 2026-03-14")
            }
            guard !self.accept || self.change.reason?.isEmpty == false else {
                throw ValidationError("State why the day is accepted: --reason \"...\"")
            }
        }
        _ = try self.days
    }

    func run() async throws {
        let days = try self.days
        try await self.change.with { api in
            if self.withdraw, let day = days?.lowerBound {
                if !self.change.yes {
                    try Confirmation.ask(ReconciliationText(in: .here).withdrawing(day.text), in: .here)
                }
                let parameters = [("reason", self.change.reason)]
                return try self.write(
                    try await api.send(.delete, "reconciliations/\(day.text)/acceptance", parameters, nil)
                )
            }
            let compared = try await self.compare(days, api)
            guard self.accept, let day = days?.lowerBound else {
                self.write(compared: compared, isJSON: self.json, to: .output)
                var isSettled = true
                if let month = self.fiscal { isSettled = try await self.settle(month, api) }
                try Self.end(compared)
                if !isSettled { throw ExitStatus.negative.error }
                return
            }
            self.write(compared: compared, isJSON: false, to: self.json ? .error : .output)
            guard let digest = Self.digest(of: day, in: compared) else { return try Self.end(compared) }
            if !self.change.yes { try Confirmation.ask(ReconciliationText(in: .here).accepting(day.text), in: .here) }
            let members = [
                JSONMember(key: "digest", value: .string(digest)),
                JSONMember(key: "reason", value: .string(self.change.reason ?? "")),
            ]
            try self.write(try await api.send(.post, "reconciliations/\(day.text)/acceptance", [], members))
        }
    }

    private func compare(_ days: ClosedRange<PacificDay>?, _ api: APIClient) async throws -> JSONValue {
        var members = [
            JSONMember(key: "heal", value: .bool(self.heal)), JSONMember(key: "details", value: .bool(true)),
            JSONMember(key: "language", value: .string(Language.here.isChinese ? "zh-Hans" : "en")),
        ]
        if let days {
            members.append(JSONMember(key: "from", value: .string(days.lowerBound.text)))
            members.append(JSONMember(key: "to", value: .string(days.upperBound.text)))
        }
        return try await api.send(.post, "reconciliations", [], members, patience: APIClient.longPatience)
    }

    /// Writes the result, and to standard error the days without a report.
    private func write(compared: JSONValue, isJSON: Bool, to stream: StandardStream) {
        let text = ReconciliationText(in: .here)
        if isJSON {
            for one in ReconciliationText.differences(compared) { stream.write(json: one) }
        } else {
            for line in text.lines(compared) { stream.write(line: line) }
        }
        for line in text.hints(compared) { StandardStream.error.write(line: line) }
    }

    /// Returns the digest of a day's result; `nil` if the day has none.
    private static func digest(of day: PacificDay, in compared: JSONValue) -> String? {
        let found = compared["days"]?.elements?.first { $0["day"]?.text == day.text }
        return found?["report"]?.text == "reported" ? found?["digest"]?.text : nil
    }

    /// Ends the command with the status for a missing report or an unexplained difference.
    private static func end(_ compared: JSONValue) throws {
        let isReported = compared["days"]?.elements?.contains { $0["report"]?.text == "reported" } ?? false
        let isCompared = compared["longer"]?.elements?.contains { $0["compared"] == .bool(true) } ?? false
        guard isReported || isCompared else { throw ExitStatus.unavailable.error }
        if compared["unexplained"]?.integer != 0 { throw ExitStatus.negative.error }
    }

    /// Writes the settlement of a fiscal month, and returns whether everything is explained.
    ///
    /// A month without a finance report from Apple so far counts as explained.
    private func settle(_ month: String, _ api: APIClient) async throws -> Bool {
        let settled: JSONValue
        do {
            settled = try await api.get("reconciliations/months/\(month)", patience: APIClient.longPatience)
        } catch let failure as OperationFailure where failure.code == "reconciliation_finance_missing" {
            StandardStream.error.write(line: failure.detail)
            return true
        }
        if self.json {
            if case .object(let members) = settled {
                StandardStream.output.write(json: .object(members.filter { $0.key != "lines" }))
            }
            for line in settled["lines"]?.elements ?? [] where line["state"]?.text == "unexplained" {
                StandardStream.output.write(json: line)
            }
        } else {
            for line in SettlementText(in: .here).lines(settled) { StandardStream.output.write(line: line) }
        }
        return settled["unexplained"]?.integer == 0
    }

    /// Writes the state of a day after an action.
    private func write(_ day: JSONValue) throws {
        if self.json {
            StandardStream.output.write(json: day)
        } else if day[OperationResult.nothingName] == nil {
            StandardStream.output.write(line: ReconciliationText(in: .here).state(day))
        }
        try NoChange.end(day, in: .here)
    }

    /// The requested days; `nil` for the days before today.
    private var days: ClosedRange<PacificDay>? {
        get throws {
            if let text = self.day {
                let day = try Self.day(text, "--day")
                return day...day
            }
            if let text = self.month {
                guard let month = ReportPeriod(text, length: .month) else {
                    throw ValidationError("--month \(text): use a calendar month in the form 2026-03.")
                }
                return month.pacificDays
            }
            if let text = self.fiscal {
                guard let month = FiscalMonth(text: text) else {
                    throw ValidationError("--fiscal \(text): use a month of Apple's fiscal year in the form 2026-06.")
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
            throw ValidationError("\(option) \(text): use a day in the form 2026-03-14.")
        }
        return day
    }
}

import ArgumentParser
import Ledger
import PurserService

/// `purser reports export`: writes sales and bookkeeping as files.
struct ReportsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the rows of sales reports, a bill, entries for bookkeeping, or the month's close.",
        discussion: """
            Example:
              purser reports export --month 2026-03 --form csv > march.csv
              purser reports export --month 2026-03 --form bill --output bill.json
              purser reports export --month 2026-03 --form journal --account revenue=4400 --output journal.csv
              purser reports export --month 2026-03 --form close --output march.html

            csv and jsonl have the rows of the sales reports with the number of each report; bill is a JSON array with
            the 28 keys that bills in the field have; journal is CSV with debit and credit, which balance on each day in
            each currency; close is a page for printing. Text in CSV that a spreadsheet would take for a formula begins
            with an apostrophe. A file is there when it is whole, and none is overwritten.

            Exit status: \(ReportsCommand.sumEndings) 73 what it writes to takes no more.
            """
    )

    @OptionGroup var days: ProceedsDayOptions

    @Option(help: ArgumentHelp("csv, jsonl, bill, journal or close.", valueName: "form"))
    var form: String

    @Option(
        help: ArgumentHelp(
            "What bookkeeping calls an account of the journal: \(JournalAccount.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "account=name"
        )
    )
    var account: [String] = []

    @Flag(help: "Say in the close what was paid for service after the month too; the reports of a year are read.")
    var deferred = false

    @OptionGroup var server: AppOptions

    @Option(help: "The file to write; standard output if left out.")
    var output: String?

    func validate() throws {
        guard let form = ProceedsService.Form(rawValue: self.form) else {
            let known = ProceedsService.Form.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--form \(self.form): write one of \(known).")
        }
        if form == .close, self.days.proceeds.month == nil {
            throw ValidationError("--form close: say --month 2026-03.")
        }
        try self.days.check()
        for account in self.account {
            let words = account.split(separator: "=", maxSplits: 1)
            let isKnown = words.first.map { JournalAccount(rawValue: String($0)) != nil } ?? false
            guard words.count == 2, isKnown, !account.contains(",") else {
                throw ValidationError("--account \(account): write for example revenue=4400.")
            }
        }
    }

    func run() async throws {
        let accounts = self.account.map { $0.replacing("=", with: ":", maxReplacements: 1) }
        let isPage = self.form == ProceedsService.Form.close.rawValue
        let language: PageLanguage = Language.here == .simplifiedChinese ? .simplifiedChinese : .english
        let parameters =
            self.days.parameters + [
                ("accounts", accounts.isEmpty ? nil : accounts.joined(separator: ",")),
                ("language", isPage ? language.rawValue : nil), ("deferred", self.deferred ? "true" : nil),
            ]
        try await self.server.with { api in
            try await api.download("reports/exports/\(self.form)", parameters, to: self.output)
        }
    }
}

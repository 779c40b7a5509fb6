import ArgumentParser
import Ledger
import PurserService

/// `purser reports export`: exports sales and bookkeeping data.
struct ReportsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the rows of sales reports, a bill, bookkeeping entries, or the month's close.",
        discussion: """
            Example:
              purser reports export --month 2026-03 --form csv > march.csv
              purser reports export --month 2026-03 --form bill --output bill.json
              purser reports export --month 2026-03 --form journal --account revenue=4400 --output journal.csv
              purser reports export --month 2026-03 --form close --output march.html

            csv and jsonl contain the rows of the sales reports with the number of each report; bill is a JSON array
            with the 28 keys that are common for bills; journal is CSV with debit and credit, which balance on each day
            in each currency; close is a page for printing. A text in CSV that a spreadsheet would read as a formula
            begins with an apostrophe. The file appears when it is complete, and the command overwrites no file.

            Exit status: \(ReportsCommand.sumEndings) 73 the output cannot be written.
            """
    )

    @OptionGroup var days: ProceedsDayOptions

    @Option(help: ArgumentHelp("csv, jsonl, bill, journal or close.", valueName: "form"))
    var form: String

    @Option(
        help: ArgumentHelp(
            "The name of an account in the journal: "
                + "\(JournalAccount.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "account=name"
        )
    )
    var account: [String] = []

    @Flag(
        help: "Include the payments for service after the month in the close; the server reads the reports of a year."
    )
    var deferred = false

    @OptionGroup var server: AppOptions

    @Option(help: "The file to write; standard output by default.")
    var output: String?

    func validate() throws {
        guard let form = ProceedsService.Form(rawValue: self.form) else {
            let known = ProceedsService.Form.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--form \(self.form): use one of \(known).")
        }
        if form == .close, self.days.proceeds.month == nil {
            throw ValidationError("--form close: state the month, --month 2026-03.")
        }
        try self.days.check()
        for account in self.account {
            let words = account.split(separator: "=", maxSplits: 1)
            let isKnown = words.first.map { JournalAccount(rawValue: String($0)) != nil } ?? false
            guard words.count == 2, isKnown, !account.contains(",") else {
                throw ValidationError("--account \(account): use for example revenue=4400.")
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

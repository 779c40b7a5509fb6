import ArgumentParser

/// `purser reports close`: shows the close of a month.
struct ReportsCloseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Show the close of a month: proceeds, the comparison with Apple, and open points.",
        discussion: """
            Example:
              purser reports close --month 2026-03
              purser reports export --month 2026-03 --form close --output march.html

            Open points come first. The page for printing has the same numbers. Texts are in the language of LANG,
            English or Chinese.

            Exit status: \(ReportsCommand.sumEndings)
            """
    )

    @OptionGroup var proceeds: ProceedsOptions

    @OptionGroup var server: AppOptions

    @Flag(help: "Include the payments for service after the month; the server reads the reports of a year.")
    var deferred = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws { try ProceedsOptions.check(self.proceeds.month, from: nil, to: nil) }

    func run() async throws {
        try await self.server.with { api in
            // The server reads the reports of a month, or of a year.
            let answer = try await api.get(
                "reports/close",
                self.proceeds.parameters + [("deferred", self.deferred ? "true" : nil)],
                patience: APIClient.longPatience
            )
            guard !self.json else { return StandardStream.output.write(json: answer) }
            for line in MonthCloseText(in: .here).lines(answer) { StandardStream.output.write(line: line) }
        }
    }
}

import ArgumentParser

/// `purser reports close`: says whether a month can be closed.
struct ReportsCloseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Says what a month brought, how it agrees with Apple, and what keeps it from being closed.",
        discussion: """
            Example:
              purser reports close --month 2026-03
              purser reports export --month 2026-03 --form close --output march.html

            What is open comes first. The page for printing has the same numbers. Sentences are in the language of LANG,
            English or Chinese.

            Exit status: \(ReportsCommand.sumEndings)
            """
    )

    @OptionGroup var proceeds: ProceedsOptions

    @OptionGroup var server: AppOptions

    @Flag(help: "Say what was paid for service after the month too; the reports of a year are read.")
    var deferred = false

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws { try ProceedsOptions.check(self.proceeds.month, from: nil, to: nil) }

    func run() async throws {
        try await self.server.with { api in
            // It reads the reports of a month, or of a year.
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

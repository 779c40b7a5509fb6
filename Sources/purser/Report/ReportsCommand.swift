import ArgumentParser

/// `purser reports`: Apple's reports of sales and money.
struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Fetches, imports and shows Apple's reports of sales and money, each kept as it came.",
        discussion: """
            Example:
              purser reports fetch
              purser reports schedule
              purser reports import reports/2026
              purser reports list --kind SALES --from 2026-03-01 --to 2026-03-31
              purser reports show 12
              purser reports download 12 --output march.txt.gz
            """,
        subcommands: [
            ReportsFetchCommand.self, ReportsScheduleCommand.self, ReportsImportCommand.self, ReportsListCommand.self,
            ReportsShowCommand.self, ReportsDownloadCommand.self,
        ]
    )

    /// How such a command ends, for its help.
    static let endings = """
        0 done, 1 there is no such report, 64 wrong usage, 69 the server is not running, 75 try again, 77 another user's \
        server, 78 the configuration is wrong.
        """
}

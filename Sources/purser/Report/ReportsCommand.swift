import ArgumentParser

/// `purser reports`: Apple's sales and finance reports.
struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Fetch, import and show Apple's sales and finance reports.",
        discussion: """
            Example:
              purser reports fetch
              purser reports schedule
              purser reports import reports/2026
              purser reports list --kind SALES --from 2026-03-01 --to 2026-03-31
              purser reports show 12
              purser reports download 12 --output march.txt.gz
              purser reports proceeds --month 2026-03
              purser reports close --month 2026-03
              purser reports commissions --storefront JP
              purser reports export --month 2026-03 --form journal --output march.csv
            """,
        subcommands: [
            ReportsFetchCommand.self, ReportsScheduleCommand.self, ReportsImportCommand.self, ReportsListCommand.self,
            ReportsShowCommand.self, ReportsDownloadCommand.self,
            ReportsProceedsCommand.self, ReportsCloseCommand.self, ReportsExportCommand.self,
            ReportsCommissionsCommand.self,
        ]
    )

    /// The exit statuses of a command about one report, for its help.
    static let endings = "0 done, 1 there is no such report, \(Self.usualEndings)"

    /// The exit statuses of a command that totals reports, for its help.
    static let sumEndings = "0 done, 1 there is no report of the days, 65 a report cannot be read, \(Self.usualEndings)"

    /// The exit statuses of a command that calls the server, for its help.
    static let usualEndings = """
        64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the \
        configuration is wrong.
        """
}

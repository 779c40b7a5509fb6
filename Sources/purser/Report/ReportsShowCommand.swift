import ArgumentParser

/// `purser reports show`: shows what is known of one report.
struct ReportsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what is known of one report, its digest and columns that Purser does not read among it.",
        discussion: """
            Example:
              purser reports show 12

            Exit status: \(ReportsCommand.endings)
            """
    )

    @Argument(help: "The report's number: purser reports list")
    var number: Int64

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let answer = try await access.get("reports/\(self.number)")
            ObjectText.write(answer, isJSON: self.json, in: .here)
        }
    }
}

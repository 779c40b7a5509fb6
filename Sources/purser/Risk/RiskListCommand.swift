import ArgumentParser

/// `purser risk list`: lists the customers whose reasons reach the line.
struct RiskListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the customers whose reasons to look twice reach the line, the most points first.",
        discussion: """
            Example:
              purser risk list
              purser risk list --limit 50 --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { access in
            let page = try await self.options.page(from: access, "risk", "customers")
            self.options.write(page, as: .risk, in: .here)
        }
    }
}

import ArgumentParser

/// `purser refunds reported`: lists the refunds that were reported and that Apple did not sign.
struct RefundsReportedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reported",
        abstract: "Lists the refunds that version 1 notifications reported and that Apple did not sign.",
        discussion: """
            Example:
              purser refunds reported
              purser refunds reported --limit 200 --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { access in
            let page = try await self.options.page(from: access, "reported-refunds", "reports")
            self.options.write(page, as: .reportedRefunds, in: .here)
        }
    }
}

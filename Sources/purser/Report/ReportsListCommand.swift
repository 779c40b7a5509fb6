import ArgumentParser
import Ledger

/// `purser reports list`: lists Apple's reports that are kept.
struct ReportsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the reports that are kept, the last imported first.",
        discussion: """
            Example:
              purser reports list
              purser reports list --kind FINANCIAL --superseded
              purser reports list --from 2026-03-01 --to 2026-03-31 --json

            Exit status: 0 listed, \(ReportsCommand.usualEndings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only this kind: SALES, SUBSCRIPTION, SUBSCRIPTION_EVENT, SUBSCRIBER, FINANCIAL, FINANCE_DETAIL.
            """
    )
    var kind: String?

    @Option(help: ArgumentHelp("Only periods that begin on this day or later.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Only periods that begin on this day or earlier.", valueName: "day"))
    var to: String?

    @Flag(help: "Those too whose place others took.")
    var superseded = false

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { access in
            let page = try await self.options.page(
                from: access,
                "reports",
                "reports",
                [
                    ("kind", self.kind), ("from", self.from), ("to", self.to),
                    ("superseded", self.superseded ? "true" : nil),
                ]
            )
            self.options.write(page, as: .reports, in: .here)
        }
    }
}

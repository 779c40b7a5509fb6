import AppStore
import ArgumentParser
import Ledger

/// `purser refunds report`: says how requests were answered, and what became of the money.
struct RefundsReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Says how requests were answered, what Apple decided, and the money on each side.",
        discussion: """
            Example:
              purser refunds report
              purser refunds report --since 2026-01-01 --until 2026-04-01 --json

            By what Apple was told, by product and by storefront, with the money that missing consent is about. Money is
            counted once Apple has decided. Sentences are in the language of LANG, English or Chinese.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Option(help: ArgumentHelp("Only cases that were opened since then. \(Moment.forms)", valueName: "moment"))
    var since: Moment?

    @Option(help: ArgumentHelp("Only cases that were opened before then. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @Option(help: "Production, Sandbox or Xcode.")
    var environment: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let (since, until) = (self.since?.ago.rfc3339, self.until?.ago.rfc3339)
        try await self.server.with { access in
            let query = [("since", since), ("until", until), ("environment", self.environment)]
            // It goes over every case.
            let report = try await access.get("refund-report", query, patience: APIClient.longPatience)
            guard !self.json else {
                return StandardStream.output.write(json: report)
            }
            let text = RefundReportText(in: .here)
            for line in text.lines(report) { StandardStream.output.write(line: line) }
        }
    }
}

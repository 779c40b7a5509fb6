import ArgumentParser

/// `purser refunds show`: shows everything about one refund.
struct RefundsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows everything about one refund: what Apple asked, what it was told and why, what it decided.",
        discussion: """
            Example:
              purser refunds show rfd_Production_230000000000042

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The refund's id: purser refunds list")
    var id: String

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let answer = try await access.get("refunds/\(APIClient.escaped(self.id))")
            guard !self.json else { return StandardStream.output.write(json: answer) }
            for line in RefundText(in: .here).lines(answer) { StandardStream.output.write(line: line) }
        }
    }
}

import AppStore
import ArgumentParser

/// `purser refunds list`: lists who wants his money back, and what became of it.
struct RefundsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists who wants his money back, what Apple was told, and what it decided.",
        discussion: """
            Example:
              purser refunds list --state held
              purser refunds list --customer ada --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: WebhookOptions

    @Option(
        help: """
            Only what stands so: requested, held, answered, withheld, missed, refunded, declined, reversed, revoked.
            """
    )
    var state: String?

    @Option(help: "Only those of this customer.")
    var customer: String?

    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let answer = try await access.get(
                "refunds",
                [
                    ("state", self.state), ("customer", self.customer), ("limit", String(self.limit)),
                    ("cursor", self.cursor),
                ]
            )
            let found = answer["refunds"]?.elements ?? []
            for one in found { StandardStream.output.write(line: RefundLine.text(one, json: self.json)) }
            guard !self.json else { return }
            if found.isEmpty { StandardStream.error.write(line: "There is none.") }
            if let next = answer["next"]?.text { StandardStream.error.write(line: "More: --cursor '\(next)'") }
        }
    }
}

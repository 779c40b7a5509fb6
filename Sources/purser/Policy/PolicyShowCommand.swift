import AppStore
import ArgumentParser

/// `purser policy show`: shows the refund policies that were published, and what has come of their trials.
struct PolicyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the refund policies that were published, and what has come of trials.",
        discussion: """
            Example:
              purser policy show
              purser policy show 7

            Of a trial both sides are shown: the version that is tried, and the hold-out, which meets the one in force. The
            interval in brackets holds the true value nineteen times in twenty.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The number of a version.")
    var version: Int64?

    @OptionGroup var server: WebhookOptions

    @Option(help: "At most so many, 1 to 200.")
    var limit = 20

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            guard let version = self.version else {
                let answer = try await access.get(
                    "refund-policies",
                    [("limit", String(self.limit)), ("cursor", self.cursor)]
                )
                let found = answer["policies"]?.elements ?? []
                for policy in found { self.write(policy) }
                guard !self.json else { return }
                if found.isEmpty { StandardStream.error.write(line: RefundWords.here.noPolicy) }
                if let next = answer["next"]?.text { StandardStream.error.write(line: RefundWords.here.more(next)) }
                return
            }
            let policy = try await access.get("refund-policies/\(version)")
            self.write(policy)
            if !self.json { StandardStream.output.write(line: policy["policy"]?.text ?? "") }
        }
    }

    private func write(_ policy: JSONValue) {
        guard !self.json else {
            return StandardStream.output.write(line: String(decoding: policy.json(), as: UTF8.self))
        }
        for line in PolicyLine.text(policy) { StandardStream.output.write(line: line) }
    }
}

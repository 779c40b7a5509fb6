import AppStore
import ArgumentParser

/// `purser policy end-trial`: lets the refund policy in force count for all cases again.
struct PolicyEndTrialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-trial",
        abstract: "Ends the trial of a refund policy: the one in force counts for all cases again.",
        discussion: """
            Example:
              purser policy end-trial 7 --reason "the new terms come first"

            What it has come to stays: purser policy show 7. To try it once more, publish it again.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The version that is tried: purser policy show")
    var version: Int64

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            if !self.yes {
                _ = try await access.get("refund-policies/\(self.version)")
                try Confirmation.ask(RefundWords.here.ending(self.version), in: .here)
            }
            let policy = try await access.send(
                .post,
                "refund-policies/\(self.version)/end-trial",
                [],
                self.reason.with()
            )
            guard !self.json else { return StandardStream.output.write(json: policy) }
            for line in PolicyLine.text(policy) { StandardStream.output.write(line: line) }
        }
    }
}

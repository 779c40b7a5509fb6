import AppStore
import ArgumentParser
import NIOHTTP1

/// `purser refunds answer`: decides what Apple is told about a request, in the place of the policy.
struct RefundsAnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Decides what Apple is told about the request that waits, in the place of the policy.",
        discussion: """
            Example:
              purser refunds answer rfd_Production_230000000000042 GRANT_FULL --reason "our mistake"

            The answers: DECLINE, GRANT_FULL, GRANT_PRORATED, and none, which tells the facts and leaves it to Apple.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The refund's id: purser refunds list --state held")
    var id: String

    @Argument(help: "DECLINE, GRANT_FULL, GRANT_PRORATED or none.")
    var answer: String

    @OptionGroup var server: AppServerOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        if !self.yes { try Confirmation.ask(RefundWords.here.answering(self.answer, self.id)) }
        try await self.server.with { access in
            let answer = try await access.send(
                .POST,
                "refunds/\(OperatorClient.escapedKey(self.id))/answer",
                [],
                self.reason.with([JSONMember(key: "answer", value: .string(self.answer))])
            )
            guard !self.json else { return StandardStream.output.write(json: answer) }
            StandardStream.output.write(line: RefundLine.text(answer))
        }
    }
}

import AppStore
import ArgumentParser
import PurserService

/// `purser refunds override`: sets what Apple is told about all refunds of one customer.
struct RefundsOverrideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override",
        abstract: "Sets what Apple is told about all refunds of one customer, whatever the policy says.",
        discussion: """
            Example:
              purser refunds override ada GRANT_FULL --reason "a court said so"
              purser refunds override ada --remove

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The customer's id in the shop.")
    var customer: String

    @Argument(help: "DECLINE, GRANT_FULL, GRANT_PRORATED or none.")
    var answer: String?

    @Flag(help: "Let the policy count again.")
    var remove = false

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard self.remove == (self.answer == nil) else {
            throw ValidationError("Name an answer, or --remove what is set.")
        }
        guard self.remove || self.reason.reason != nil else { throw ValidationError("Say why: --reason TEXT") }
    }

    func run() async throws {
        try await self.server.with { access in
            let path = "refund-overrides/\(APIClient.escaped(self.customer))"
            let set: JSONValue
            if let answer = self.answer {
                let members = self.reason.with([JSONMember(key: "answer", value: .string(answer))])
                set = try await access.send(.put, path, [], members)
            } else {
                set = try await access.send(.delete, path, [], nil)
            }
            let line = RefundWords.here.override(self.customer, set["answer"]?.text)
            StandardStream.output.write(set, isJSON: self.json, line)
            try NothingDone.end(set, in: .here)
        }
    }
}

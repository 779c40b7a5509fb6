import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser refunds answer`: answers a refund request, instead of the policy.
struct RefundsAnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer a refund request, instead of the policy.",
        discussion: """
            Example:
              purser refunds answer rfd_Production_230000000000042 GRANT_FULL --reason "our mistake"

            The answers: DECLINE, GRANT_FULL, GRANT_PRORATED, and none, which sends the facts without a preference.

            Exit status: \(RefundsCommand.endings)
            """
    )

    /// The possible answers.
    static let answers = Ledger.RefundPreference.allCases.map(\.rawValue) + ["none"]

    @Argument(help: "The refund's id: purser refunds list --state held")
    var id: String

    @Argument(help: "DECLINE, GRANT_FULL, GRANT_PRORATED or none.")
    var answer: String

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard Self.answers.contains(self.answer) else {
            throw ChoiceOption.mistake("answer", self.answer, known: Self.answers)
        }
    }

    func run() async throws {
        let path = "refunds/\(APIClient.escaped(self.id))"
        try await self.server.with { api in
            if !self.yes {
                _ = try await api.get(path)
                try Confirmation.ask(RefundMessages.here.answering(self.answer, self.id), in: .here)
            }
            let answer = try await api.send(
                .post,
                "\(path)/answer",
                [],
                self.reason.with([JSONMember(key: "answer", value: .string(self.answer))])
            )
            Listing.refunds.write([answer], isJSON: self.json, in: .here)
            try NoChange.end(answer, in: .here)
        }
    }
}

/// `purser refunds override`: sets the answer to all refund requests of one customer.
struct RefundsOverrideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override",
        abstract: "Set the answer to all refund requests of one customer, instead of the policy.",
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

    @Flag(help: "Delete the override, so that the policy decides again.")
    var remove = false

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard self.remove == (self.answer == nil) else {
            throw ValidationError("Name an answer, or use --remove to delete the override.")
        }
        guard self.remove || self.reason.reason != nil else { throw ValidationError("State the reason: --reason TEXT") }
    }

    func run() async throws {
        try await self.server.with { api in
            let path = "refund-overrides/\(APIClient.escaped(self.customer))"
            let set: JSONValue
            if let answer = self.answer {
                let members = self.reason.with([JSONMember(key: "answer", value: .string(answer))])
                set = try await api.send(.put, path, [], members)
            } else {
                set = try await api.send(.delete, path, [("reason", self.reason.reason)], nil)
            }
            let line = RefundMessages.here.override(self.customer, set["answer"]?.text)
            StandardStream.output.write(set, isJSON: self.json, line)
            try NoChange.end(set, in: .here)
        }
    }
}

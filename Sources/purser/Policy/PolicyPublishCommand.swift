import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy publish`: publishes a refund policy, for all cases or as a trial on a share of them.
struct PolicyPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a refund policy for every request that is decided from now on.",
        discussion: """
            Example:
              purser policy check shop/refunds.yaml
              purser refunds dry-run shop/refunds.yaml
              purser policy publish shop/refunds.yaml --try-on 20 --seed 7
              purser policy publish shop/refunds.yaml --reason "the new terms"

            With --try-on, the policy decides only this share of the cases, selected with the seed; the policy in force
            decides the others, and all cases after the trial. The trial ends by itself when one of the two clearly
            keeps more money, or after the maximum number of cases: purser policy show. Without --try-on, the policy is
            in force for all cases, and a running trial ends.

            Every version is kept, and the audit log records who published it.

            Exit status: \(RefundsCommand.endings) 65 the policy has errors.
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @Option(help: ArgumentHelp("Try it on this share of the cases, in percent: 20, or 2.5.", valueName: "percent"))
    var tryOn: String?

    @Option(help: "The seed of the assignment, from 0; by default the policy's own number.")
    var seed: Int64?

    @Option(
        help: "The number of decided cases that each arm needs before the trial can show a difference; 100 by default."
    )
    var minimumCases: Int64?

    @Option(help: "The number of decided cases at which the trial ends; 10000 by default.")
    var maximumCases: Int64?

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard self.tryOn != nil || [self.seed, self.minimumCases, self.maximumCases].allSatisfy({ $0 == nil }) else {
            throw ValidationError("State the share of the trial: --try-on PERCENT")
        }
        _ = try self.share()
    }

    func run() async throws {
        let text = try PolicyFile.text(self.file)
        let share = try self.share()
        try await self.server.with { api in
            if !self.yes {
                let question = RefundMessages.here.publishing(self.file, share: share == nil ? nil : self.tryOn)
                try Confirmation.ask(question, in: .here)
            }
            var members = [JSONMember(key: "policy", value: .string(text))]
            if let share { members.append(JSONMember(key: "trial", value: .object(self.trial(of: share)))) }
            let policy = try await api.send(.post, "refund-policies", [], self.reason.with(members))
            for warning in policy["warnings"]?.elements ?? [] {
                StandardStream.error.write(line: "warning: \(warning.text ?? "")")
            }
            try NoChange.end(policy, in: .here)
            let version = policy["version"].plain
            let line = RefundMessages.here.published(version, isTried: share != nil)
            StandardStream.output.write(policy, isJSON: self.json, line)
        }
    }

    private func trial(of share: Int64) -> [JSONMember] {
        let numbers = [
            ("shareMilliunits", share), ("seed", self.seed), ("minimumCases", self.minimumCases),
            ("maximumCases", self.maximumCases),
        ]
        return numbers.compactMap { name, number in
            number.map { JSONMember(key: name, value: .number(String($0))) }
        }
    }

    /// Returns the share in thousandths of a percent.
    private func share() throws -> Int64? {
        guard let text = self.tryOn else { return nil }
        let spelling = text.hasSuffix("%") ? text : "\(text)%"
        guard let share = RuleValue.share(spelling: spelling), (1..<RuleValue.wholeShare).contains(share) else {
            throw ValidationError("A share is a percentage above 0 and below 100: --try-on 20, or --try-on 2.5")
        }
        return share
    }
}

/// A refund policy in a file.
enum PolicyFile {
    /// Returns the text; if it has errors, writes them and ends the command.
    static func text(_ path: String) throws -> String {
        do throws(ValidationIssues) {
            let file = try RuleFile(path: path, vocabularies: [RuleVocabulary.refunds])
            return String(decoding: file.bytes, as: UTF8.self)
        } catch {
            for issue in error.issues { IssueLine.write(issue, as: "mistake", json: false) }
            throw error.exitStatus(otherwise: .badData).error
        }
    }
}

import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy publish`: lets a refund policy count from now on, for all cases or for a share of them.
struct PolicyPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Lets a refund policy count for every request that is decided from now on.",
        discussion: """
            Example:
              purser policy check shop/refunds.yaml
              purser refunds dry-run shop/refunds.yaml
              purser policy publish shop/refunds.yaml --try-on 20 --seed 7
              purser policy publish shop/refunds.yaml --reason "the new terms"

            With --try-on only that share of the cases meets it, chosen by the seed; the others meet the policy in force, and
            so do all once the trial is over. It ends by itself when one of them clearly keeps more money, or when enough was
            seen: purser policy show. Without it the policy is in force for all, and the trial that runs is ended.

            Every version is kept, and who published it is in the audit log.

            Exit status: \(RefundsCommand.endings) 65 the policy has mistakes.
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @Option(help: ArgumentHelp("Try it on this share of the cases, in percent: 20, or 2.5.", valueName: "percent"))
    var tryOn: String?

    @Option(help: "What divides the cases, from 0; the policy's own number unless told.")
    var seed: Int64?

    @Option(help: "How many decided cases each side needs before one can be better; 100 unless told.")
    var minimumCases: Int64?

    @Option(help: "At how many decided cases the trial is over; 10000 unless told.")
    var maximumCases: Int64?

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard self.tryOn != nil || [self.seed, self.minimumCases, self.maximumCases].allSatisfy({ $0 == nil }) else {
            throw ValidationError("Say on which share it is tried: --try-on PERCENT")
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

    /// The share in thousandths of a percent.
    private func share() throws -> Int64? {
        guard let text = self.tryOn else { return nil }
        let spelling = text.hasSuffix("%") ? text : "\(text)%"
        guard let share = RuleValue.share(spelling: spelling), (1..<RuleValue.wholeShare).contains(share) else {
            throw ValidationError("A share is a percentage above 0 and below 100: --try-on 20, or --try-on 2.5")
        }
        return share
    }
}

/// A refund policy that somebody named by its path.
enum PolicyFile {
    /// Its text; where it has mistakes they are written out, and the command ends.
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

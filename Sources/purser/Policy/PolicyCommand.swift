import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy`: the rules that guard orders and answer refund requests.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explain and check rules, and publish refund policies.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
              purser policy preset decline-first
              purser policy publish shop/refunds.yaml --try-on 20
              purser policy show
              purser policy publish shop/refunds.yaml
            """,
        subcommands: [
            PolicyCheckCommand.self, PolicyPresetCommand.self, PolicyPublishCommand.self, PolicyShowCommand.self,
            PolicyEndTrialCommand.self,
        ]
    )
}

/// `purser policy show`: shows the published refund policies and the results of their trials.
struct PolicyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the published refund policies and the results of trials.",
        discussion: """
            Example:
              purser policy show
              purser policy show 7

            With the version of a trial, both arms are shown: the version under trial, and the hold-out, which uses the
            policy in force. The interval in brackets is the 95 percent confidence interval.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The number of a version.")
    var version: Int64?

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { api in
            guard let version = self.version else {
                let page = try await self.options.page(from: api, "refund-policies", "policies")
                return self.options.write(page, as: .policies, in: .here)
            }
            let policy = try await api.get("refund-policies/\(version)")
            guard !self.options.json else { return StandardStream.output.write(json: policy) }
            for line in PolicyLine.text(policy) + [policy["policy"]?.text ?? ""] {
                StandardStream.output.write(line: line)
            }
        }
    }
}

/// `purser policy end-trial`: ends the trial of a refund policy.
struct PolicyEndTrialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-trial",
        abstract: "End the trial of a refund policy; the policy in force then decides all cases.",
        discussion: """
            Example:
              purser policy end-trial 7 --reason "the new terms come first"

            The result of the trial is kept: purser policy show 7. To repeat the trial, publish the policy again.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The version under trial: purser policy show")
    var version: Int64

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            if !self.yes {
                _ = try await api.get("refund-policies/\(self.version)")
                try Confirmation.ask(RefundMessages.here.ending(self.version), in: .here)
            }
            let policy = try await api.send(
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

/// The output of the commands about refund policies.
enum PolicyLine {
    /// Returns a policy in one line, and its trial in two for each arm.
    static func text(_ policy: JSONValue, _ messages: RefundMessages = .here) -> [String] {
        var head = [messages.version(policy["version"].plain)]
        let trial = policy["trial"]
        if let trial {
            let share = Self.percent(trial["shareMilliunits"])
            let state = trial["state"]?.text ?? ""
            let seed = trial["seed"].plain
            head.append(messages.tried(share, seed: seed, state: state))
            if let by = trial["endedBy"]?.text { head.append(messages.ended(by: by)) }
        }
        head.append(policy["publishedAt"]?.text ?? "")
        head.append(policy["publishedBy"]?.text ?? "")
        if let reason = policy["reason"]?.text { head.append(reason) }
        guard let trial else { return [head.joined(separator: "  ")] }
        let arms = (trial["arms"]?.elements ?? []).map { Self.arm($0, messages) }
        let gain = trial["gain"].map { messages.gain(Self.estimate($0, messages)) }
        return [head.joined(separator: "  ")] + arms + [gain].compactMap(\.self)
    }

    private static func arm(_ arm: JSONValue, _ messages: RefundMessages) -> String {
        let counts = ["cases", "decided", "refunded", "declined"].map { arm[$0].plain }
        let asked = arm["asked"].amounts(none: "0")
        let kept = arm["kept"].amounts(none: "0")
        var parts = messages.arm(arm["arm"]?.text ?? "", counts, asked: asked, kept: kept)
        if let share = arm["keptShare"] { parts.append(messages.keptShare(Self.estimate(share, messages))) }
        if let rate = arm["declineRate"] { parts.append(messages.declined(Self.estimate(rate, messages))) }
        return parts.joined(separator: messages.semicolon)
    }

    /// Returns an estimate with its interval.
    static func estimate(_ estimate: JSONValue, _ messages: RefundMessages) -> String {
        let (low, high) = (Self.percent(estimate["low"]), Self.percent(estimate["high"]))
        return messages.estimate(Self.percent(estimate["milliunits"]), low: low, high: high)
    }

    /// Returns thousandths of a percent for people.
    static func percent(_ value: JSONValue?) -> String {
        let digits = value.plain
        guard let share = Int64(digits) else { return digits }
        let sign = share < 0 ? "-" : ""
        let tenths = (share.magnitude + 50) / 100
        return tenths % 10 == 0 ? "\(sign)\(tenths / 10) %" : "\(sign)\(tenths / 10).\(tenths % 10) %"
    }
}

extension Listing {
    /// The table of published refund policies; the result of a trial is shown with its version.
    static let policies = Listing(
        none: LocalizedText(
            "There is no published refund policy: answers to Apple contain only facts. To begin: purser policy preset",
            "尚未发布任何退款策略：答复 Apple 时仅陈述事实。开始使用：purser policy preset"
        ),
        [
            Column(LocalizedText("VERSION", "版本"), of: "version", isNumber: true),
            Column(LocalizedText("PUBLISHED", "发布时间"), of: "publishedAt"),
            Column(LocalizedText("BY", "发布者"), of: "publishedBy"),
            Column(LocalizedText("TRIED ON", "试用范围")) { row, _ in
                row.member("trial.shareMilliunits").map { PolicyLine.percent($0) } ?? ""
            },
            Column(LocalizedText("TRIAL", "试用状态"), of: "trial.state"),
            Column(LocalizedText("KEEPS MORE", "多保留")) { row, language in
                row.member("trial.gain").map { PolicyLine.estimate($0, RefundMessages(language)) } ?? ""
            },
            Column(LocalizedText("REASON", "理由"), of: "reason"),
        ]
    )

    /// The table of preset refund policies.
    static let presets = Listing(
        none: LocalizedText("There are no presets.", "没有预设策略。"),
        [
            Column(LocalizedText("PRESET", "预设"), of: "preset"),
            Column(LocalizedText("WHAT IT DOES", "作用")) { row, language in
                let preset = language == .simplifiedChinese ? RefundPreset(rawValue: row["preset"].plain) : nil
                return preset?.chineseSentence ?? row["sentence"].plain
            },
        ]
    )

    /// The table of evidence that rules may use.
    static let evidence = Listing(
        none: "These rules may use no evidence.",
        [
            Column("EVIDENCE", of: "name"), Column("TYPE", of: "type"), Column("EXAMPLE", of: "example"),
            Column("MEANING", of: "meaning"),
        ]
    )
}

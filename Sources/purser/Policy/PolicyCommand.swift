import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy`: the rules by which orders are guarded and refund requests are answered.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Explains and examines files of rules, and publishes refund policies.",
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

/// `purser policy show`: shows the refund policies that were published, and what has come of their trials.
struct PolicyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the refund policies that were published, and what has come of trials.",
        discussion: """
            Example:
              purser policy show
              purser policy show 7

            With a version, of a trial both sides are shown: the version that is tried, and the hold-out, which meets the one in force. The
            interval in brackets holds the true value nineteen times in twenty.

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

/// What the commands about refund policies write.
enum PolicyLine {
    /// A policy in one line, and its trial in two for each side.
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

    /// An estimate with its interval.
    static func estimate(_ estimate: JSONValue, _ messages: RefundMessages) -> String {
        let (low, high) = (Self.percent(estimate["low"]), Self.percent(estimate["high"]))
        return messages.estimate(Self.percent(estimate["milliunits"]), low: low, high: high)
    }

    /// Thousandths of a percent as people write them.
    static func percent(_ value: JSONValue?) -> String {
        let digits = value.plain
        guard let share = Int64(digits) else { return digits }
        let sign = share < 0 ? "-" : ""
        let tenths = (share.magnitude + 50) / 100
        return tenths % 10 == 0 ? "\(sign)\(tenths / 10) %" : "\(sign)\(tenths / 10).\(tenths % 10) %"
    }
}

extension Listing {
    /// The refund policies that were published; what has come of a trial is shown with its version.
    static let policies = Listing(
        none: LocalizedText(
            "No refund policy was published: Apple is told the facts. To begin: purser policy preset",
            "尚未发布任何退款策略：只向 Apple 陈述事实。开始使用：purser policy preset"
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

    /// The refund policies to begin with.
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

    /// The evidence that rules may name.
    static let evidence = Listing(
        none: "These rules may name no evidence.",
        [
            Column("EVIDENCE", of: "name"), Column("TYPE", of: "type"), Column("EXAMPLE", of: "example"),
            Column("MEANING", of: "meaning"),
        ]
    )
}

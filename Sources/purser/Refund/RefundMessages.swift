/// The messages of the commands about refunds and their policies, in one language.
///
/// Values of the API, such as states and answers, are not translated, because they are arguments of commands.
struct RefundMessages {
    private let isChinese: Bool

    /// Creates the messages of a language.
    init(_ language: Language) { self.isChinese = language == .simplifiedChinese }

    /// The messages in the language of the environment.
    static var here: Self { Self(.here) }

    private func say(_ english: String, _ chinese: String) -> String { self.isChinese ? chinese : english }

    // MARK: Lists

    /// Returns the message that not all waiting cases are shown.
    func shown(_ shown: Int, of count: Int, isAll: Bool) -> String {
        self.say(
            "Showing \(shown) of \(isAll ? "" : "more than ")\(count); for more: --limit",
            "显示了 \(isAll ? "" : "超过 ")\(count) 个中的 \(shown) 个；要看更多：--limit"
        )
    }

    // MARK: Actions

    /// Returns the question before an answer.
    func answering(_ answer: String, _ id: String) -> String {
        self.say("The server sends \(answer) to Apple for \(id). Continue?", "将就 \(id) 向 Apple 答复：\(answer)。继续吗？")
    }
    /// Returns the message about the override of a customer.
    func override(_ customer: String, _ answer: String?) -> String {
        self.say("\(customer): \(answer ?? "the policy")", "\(customer)：\(answer ?? "按策略")")
    }

    // MARK: The past

    /// The message that an export could not be completed.
    var interrupted: String {
        self.say("standard output cannot be written, so requests are missing from it", "标准输出无法继续写入，导出的请求不完整")
    }

    /// Returns the number of requests in a dry run.
    func met(_ requests: String, _ different: String) -> String {
        self.say(
            "\(Counted.text(requests, "request", "requests")), \(different) of them with a different answer",
            "共 \(requests) 个请求，其中 \(different) 个的答复会与当时不同"
        )
    }
    /// Returns the progress of an export.
    func exported(_ requests: Int, _ cases: Int, isDone: Bool) -> String {
        let english =
            "\(Counted.text(requests, "request", "requests")) of \(Counted.text(cases, "refund", "refunds"))"
        let chinese = "\(cases) 个退款的 \(requests) 个请求"
        return isDone ? self.say(english, chinese) : self.say(english + " so far", "已写入 " + chinese)
    }

    // MARK: Policies

    /// Returns the question before a policy is published.
    func publishing(_ file: String, share: String?) -> String {
        guard let share else {
            return self.say(
                "\(file) answers all refund requests from now on. Continue?",
                "今后将按 \(file) 答复 Apple 的退款请求。继续吗？"
            )
        }
        return self.say(
            "\(file) answers \(share) % of the refund cases from now on, as a trial. Continue?",
            "今后将对 \(share) % 的退款试用 \(file)。继续吗？"
        )
    }
    /// Returns the message that a policy is in force or under trial.
    func published(_ version: String, isTried: Bool) -> String {
        isTried
            ? self.say("Version \(version) is under trial.", "第 \(version) 版正在试用。")
            : self.say("Version \(version) is in force.", "第 \(version) 版已生效。")
    }
    /// Returns the question before a trial ends.
    func ending(_ version: Int64) -> String {
        self.say("This ends the trial of version \(version). Continue?", "将结束第 \(version) 版的试用。继续吗？")
    }
    /// Returns the name of a version.
    func version(_ number: String) -> String { self.say("version \(number)", "第 \(number) 版") }
    /// Returns a description of a trial.
    func tried(_ share: String, seed: String, state: String) -> String {
        let english = state == "running" ? "running" : "ended: \(state)"
        let chinese = state == "running" ? "进行中" : "已结束：\(state)"
        return self.say(
            "trial on \(share) with seed \(seed), \(english)",
            "以种子 \(seed) 对 \(share) 的退款试用，\(chinese)"
        )
    }
    /// Returns who ended a trial.
    func ended(by name: String) -> String { self.say("ended by \(name)", "由 \(name) 结束") }
    /// Returns the gain of the version under trial.
    func gain(_ estimate: String) -> String {
        self.say(
            "  the version under trial keeps \(estimate) more of the price",
            "  试用版多保留了价格的 \(estimate)"
        )
    }
    /// Returns the counts of one arm of a trial.
    func arm(_ name: String, _ counts: [String], asked: String, kept: String) -> [String] {
        [
            self.say(
                "  \(name): \(Counted.text(counts[0], "case", "cases")), \(counts[1]) decided, \(counts[2]) refunded, "
                    + "\(counts[3]) declined",
                "  \(name)：\(counts[0]) 个退款，\(counts[1]) 个已裁定，\(counts[2]) 个已退款，\(counts[3]) 个被拒绝"
            ),
            self.say("asked \(asked), kept \(kept)", "申请退回 \(asked)，保留 \(kept)"),
        ]
    }
    /// Returns the share of the price that was kept.
    func keptShare(_ estimate: String) -> String { self.say("kept of the price \(estimate)", "保留价格的 \(estimate)") }
    /// Returns the share of declined cases.
    func declined(_ estimate: String) -> String { self.say("declined \(estimate)", "被拒绝 \(estimate)") }
    /// Returns an estimate with its interval.
    func estimate(_ value: String, low: String, high: String) -> String {
        self.say("\(value) [\(low) to \(high)]", "\(value) [\(low) 至 \(high)]")
    }
    /// The separator of parts of a line.
    var semicolon: String { self.say("; ", "；") }
}

/// What the commands about refunds and their policies say, in the language of whoever runs them.
///
/// Words of the API, such as states and answers, stay as they are: they are what one types.
struct RefundMessages {
    private let isChinese: Bool

    /// The words of a language.
    init(_ language: Language) { self.isChinese = language == .simplifiedChinese }

    /// The words of the environment's language.
    static var here: Self { Self(.here) }

    private func say(_ english: String, _ chinese: String) -> String { self.isChinese ? chinese : english }

    // MARK: Lists

    /// That not all that wait for a person are shown.
    func shown(_ shown: Int, of count: Int, isAll: Bool) -> String {
        self.say(
            "Shown are \(shown) of \(isAll ? "" : "more than ")\(count); for more of them: --limit",
            "显示了 \(isAll ? "" : "超过 ")\(count) 个中的 \(shown) 个；要看更多：--limit"
        )
    }

    // MARK: Actions

    /// The question before a person's answer.
    func answering(_ answer: String, _ id: String) -> String {
        self.say("Apple is told \(answer) about \(id). Go on?", "将就 \(id) 告知 Apple：\(answer)。继续吗？")
    }
    /// What counts for a customer.
    func override(_ customer: String, _ answer: String?) -> String {
        self.say("\(customer): \(answer ?? "the policy")", "\(customer)：\(answer ?? "按策略")")
    }

    // MARK: The past

    /// That an export could not be written to its end.
    var interrupted: String {
        self.say("standard output takes no more, so requests are missing from it", "标准输出无法继续写入，导出的请求不完整")
    }

    /// How many requests a dry run met.
    func met(_ requests: String, _ different: String) -> String {
        self.say(
            "\(Counted.text(requests, "request", "requests")), \(different) of them told otherwise",
            "共 \(requests) 个请求，其中 \(different) 个的回答会与当时不同"
        )
    }
    /// How far an export is.
    func exported(_ requests: Int, _ cases: Int, isDone: Bool) -> String {
        let english =
            "\(Counted.text(requests, "request", "requests")) of \(Counted.text(cases, "refund", "refunds"))"
        let chinese = "\(cases) 个退款的 \(requests) 个请求"
        return isDone ? self.say(english, chinese) : self.say(english + " so far", "已写入 " + chinese)
    }

    // MARK: Policies

    /// The question before a policy counts.
    func publishing(_ file: String, share: String?) -> String {
        guard let share else {
            return self.say("Apple is answered by \(file) from now on. Go on?", "今后将按 \(file) 答复 Apple。继续吗？")
        }
        return self.say(
            "\(file) is tried on \(share) % of the cases from now on. Go on?",
            "今后将对 \(share) % 的退款试用 \(file)。继续吗？"
        )
    }
    /// That a policy counts, or is tried.
    func published(_ version: String, isTried: Bool) -> String {
        isTried
            ? self.say("Version \(version) is tried.", "第 \(version) 版正在试用。")
            : self.say("Version \(version) counts.", "第 \(version) 版已生效。")
    }
    /// The question before a trial ends.
    func ending(_ version: Int64) -> String {
        self.say("Version \(version) is tried no more. Go on?", "将不再试用第 \(version) 版。继续吗？")
    }
    /// A version.
    func version(_ number: String) -> String { self.say("version \(number)", "第 \(number) 版") }
    /// How a version is tried.
    func tried(_ share: String, seed: String, state: String) -> String {
        let english = state == "running" ? "running" : "over: \(state)"
        let chinese = state == "running" ? "进行中" : "已结束：\(state)"
        return self.say(
            "tried on \(share) with seed \(seed), \(english)",
            "以种子 \(seed) 对 \(share) 的退款试用，\(chinese)"
        )
    }
    /// Who ended a trial.
    func ended(by name: String) -> String { self.say("ended by \(name)", "由 \(name) 结束") }
    /// By how much more a tried version keeps.
    func gain(_ estimate: String) -> String {
        self.say(
            "  the version that is tried keeps \(estimate) more of the price",
            "  试用版多保留了价格的 \(estimate)"
        )
    }
    /// One side of a trial.
    func arm(_ name: String, _ counts: [String], asked: String, kept: String) -> [String] {
        [
            self.say(
                "  \(name): \(Counted.text(counts[0], "case", "cases")), \(counts[1]) decided, \(counts[2]) refunded, \(counts[3]) declined",
                "  \(name)：\(counts[0]) 个退款，\(counts[1]) 个已裁定，\(counts[2]) 个已退款，\(counts[3]) 个被拒绝"
            ),
            self.say("asked \(asked), kept \(kept)", "申请退回 \(asked)，保留 \(kept)"),
        ]
    }
    /// Which share of the price was kept.
    func keptShare(_ estimate: String) -> String { self.say("kept of the price \(estimate)", "保留价格的 \(estimate)") }
    /// Which share of cases cost nothing.
    func declined(_ estimate: String) -> String { self.say("declined \(estimate)", "被拒绝 \(estimate)") }
    /// An estimate with its interval.
    func estimate(_ value: String, low: String, high: String) -> String {
        self.say("\(value) [\(low) to \(high)]", "\(value) [\(low) 至 \(high)]")
    }
    /// What separates parts of a line.
    var semicolon: String { self.say("; ", "；") }
}

package import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser refunds report`: reports on refund requests.
struct RefundsReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report on refund requests: our answers, Apple's decisions, and the amounts.",
        discussion: """
            Example:
              purser refunds report
              purser refunds report --since 2026-01-01 --until 2026-04-01 --json

            By answer, by product and by storefront, with the amounts of cases without consent. Amounts count when
            Apple has decided. Texts are in the language of LANG, English or Chinese.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Option(
        help: ArgumentHelp("Only cases that were opened at this time or later. \(Moment.forms)", valueName: "moment")
    )
    var since: Moment?

    @Option(help: ArgumentHelp("Only cases that were opened before this time. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @Option(help: "Production, Sandbox or Xcode.")
    var environment: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let (since, until) = (self.since?.ago.rfc3339, self.until?.ago.rfc3339)
        try await self.server.with { api in
            let query = [("since", since), ("until", until), ("environment", self.environment)]
            // The server reads every case.
            let report = try await api.get("refund-report", query, patience: APIClient.longPatience)
            guard !self.json else {
                return StandardStream.output.write(json: report)
            }
            let text = RefundReportText(in: .here)
            for line in text.lines(report) { StandardStream.output.write(line: line) }
        }
    }
}

/// The text of `purser refunds report`.
package struct RefundReportText {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    /// Returns the lines of the report.
    package func lines(_ report: JSONValue) -> [String] {
        let asked = report["asked"]
        guard asked?["cases"].isSome == true || report["unasked"]?["cases"].isSome == true else {
            return [self.heading(report), self.said("No case was opened in this period.", "这段时间没有退款事件。")]
                + self.reported(report["reported"])
        }
        var rows = [self.titles]
        rows.append(self.row(self.said("all cases with a request", "Apple 询问过的全部"), asked))
        for answer in report["answers"]?.elements ?? [] {
            rows.append(self.row("  " + self.sent(answer["answer"]?.text ?? ""), answer))
        }
        rows.append([self.said("by product", "按商品")])
        for product in report["products"]?.elements ?? [] {
            rows.append(self.row("  " + (product["product"]?.text ?? ""), product))
        }
        rows.append([self.said("by storefront", "按商店地区")])
        for storefront in report["storefronts"]?.elements ?? [] {
            let name = storefront["storefront"]?.text ?? self.said("unknown", "未知")
            rows.append(self.row("  " + name, storefront))
        }
        rows.append(self.row(self.said("no answer without consent", "因未获同意而未答复"), report["unconsented"]))
        rows.append(self.row(self.said("without a request", "Apple 从未询问"), report["unasked"]))
        return [self.heading(report)] + self.reported(report["reported"]) + self.requests(report["requests"])
            + TextColumns.lines(rows, rightAligned: [1, 2, 3, 4, 5])
    }

    private func said(_ english: String, _ chinese: String) -> String {
        self.language == .simplifiedChinese ? chinese : english
    }

    private func heading(_ report: JSONValue) -> String {
        let environment = report["environment"]?.text ?? ""
        var text = self.said("Refunds, \(environment)", "退款，\(environment)")
        if let since = report["since"]?.text { text += self.said(", opened since \(since)", "，自 \(since) 起") }
        if let until = report["until"]?.text { text += self.said(", before \(until)", "，至 \(until) 前") }
        return text
    }

    private func requests(_ requests: JSONValue?) -> [String] {
        func count(_ name: String) -> String { (requests?[name]).plain }
        var lines = [
            self.said(
                "Apple sent \(Counted.text(count("asked"), "request", "requests")): \(count("inTime")) answered in "
                    + "time, \(count("late")) late, \(count("missed")) missed, \(count("doubtful")) doubtful, "
                    + "\(count("superseded")) superseded, \(count("open")) open",
                "Apple 询问 \(count("asked")) 次：按时答复 \(count("inTime"))，逾期答复 \(count("late"))，"
                    + "错过 \(count("missed"))，不确定是否送达 \(count("doubtful"))，被后续决定取代 \(count("superseded"))，待答复 "
                    + "\(count("open"))"
            )
        ]
        for one in requests?["withheld"]?.elements ?? [] {
            let (reason, number) = (one["reason"]?.text ?? "", one["requests"].plain)
            lines.append(
                self.said(
                    "No answer \(Counted.text(number, "time", "times")): \(reason)",
                    "未答复 \(number) 次：\(reason)"
                )
            )
        }
        return lines + [""]
    }

    /// Returns the counts of refunds that were reported without Apple's signature; empty if there are none.
    private func reported(_ reported: JSONValue?) -> [String] {
        let names = ["refundReported", "refunded", "undone", "purchaseUnknown"]
        let counts = names.map { (reported?[$0]).plain }
        guard reported != nil, counts.contains(where: { $0 != "0" }) else { return [] }
        return [
            self.said(
                "Reported by version 1 and not signed: \(counts[0]) in effect, \(counts[1]) signed since, "
                    + "\(counts[2]) undone, \(counts[3]) of unknown purchases",
                "版本 1 通知报告而未经签名：\(counts[0]) 个仍有效，\(counts[1]) 个之后已签名，\(counts[2]) 个已撤销，"
                    + "\(counts[3]) 个购买未知"
            )
        ]
    }

    private var titles: [String] {
        self.language == .simplifiedChinese
            ? ["", "事件", "已退款", "已拒绝", "已撤销", "未决", "实付", "退还", "保留"]
            : ["", "cases", "refunded", "declined", "reversed", "open", "paid", "paid back", "kept"]
    }

    private func sent(_ answer: String) -> String {
        switch answer {
        case RefundReport.Answer.none.rawValue: self.said("facts only", "仅陈述事实")
        case RefundReport.Answer.nothing.rawValue: self.said("nothing", "未答复")
        default: answer
        }
    }

    private func row(_ name: String, _ sum: JSONValue?) -> [String] {
        let counts = ["cases", "refunded", "declined", "reversed", "open"].map { (sum?[$0]).plain }
        let money = ["paid", "paidBack", "kept"].map { (sum?[$0]).amounts(none: "-") }
        return [name] + counts + money
    }
}

extension JSONValue? {
    /// Whether it is a number other than zero.
    fileprivate var isSome: Bool { self.plain != "0" && self != nil }
}

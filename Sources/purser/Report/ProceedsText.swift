package import AppStore
import Ledger

/// The text of `purser reports proceeds`.
package struct ProceedsText: Sendable {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    /// Returns the lines of the text.
    package func lines(_ answer: JSONValue) -> [String] {
        let days = "\(answer["from"].plain) - \(answer["to"].plain)"
        let reported = answer["reported"]
        let count = (reported?["days"]).plain
        let number = (reported?["reports"]).plain
        var lines = [
            self.said(
                "\(days): \(Counted.text(count, "day", "days")) from \(Counted.text(number, "report", "reports"))",
                "\(days)：\(count) 天，来自 \(number) 份报告"
            )
        ]
        lines += self.sums(reported)
        if let estimated = answer["estimated"] { lines += [""] + self.estimate(estimated) }
        if let converted = answer["converted"] { lines += [""] + self.converted(converted) }
        return lines
    }

    /// Returns an amount without its currency, which has its own column.
    static func amount(_ value: JSONValue?) -> String {
        Int64(value.plain).map(DecimalText.amount) ?? ""
    }

    /// Returns a number of units from thousandths.
    static func units(_ value: JSONValue?) -> String {
        Int64(value.plain).map(DecimalText.units) ?? ""
    }

    /// Returns tenths of a percent.
    static func percent(_ value: JSONValue?) -> String {
        Int64(value.plain).map(DecimalText.percent) ?? ""
    }

    private func sums(_ part: JSONValue?) -> [String] {
        let currencies = part?["currencies"]?.elements ?? []
        guard !currencies.isEmpty else { return [self.said("There were no sales.", "没有销售。")] }
        let rows = currencies.map { self.row(self.said("all", "全部"), $0) }
        let places = (part?["storefronts"]?.elements ?? []).map { sum in
            self.row(sum["storefront"]?.text ?? self.said("unknown", "未知"), sum)
        }
        return TextColumns.lines([self.titles] + rows + places, rightAligned: [2, 3, 4, 5, 6, 8])
    }

    private var titles: [String] {
        self.language == .simplifiedChinese
            ? ["店面", "货币", "数量", "销售额", "退款", "扣除比例", "收益", "收益货币", "优惠成本"]
            : [
                "STOREFRONT", "CURRENCY", "UNITS", "SOLD", "REFUNDED", "TAKEN", "PROCEEDS", "IN", "OFFERS COST",
            ]
    }

    private func row(_ name: String, _ sum: JSONValue) -> [String] {
        [
            TextColumns.cell(name), sum["currency"].plain, Self.units(sum["soldUnitsThousandths"]),
            Self.amount(sum["soldMilliunits"]), Self.amount(sum["refundedMilliunits"]),
            Self.percent(sum["takenPerMille"]), Self.amount(sum["proceedsMilliunits"]),
            sum["proceedsCurrency"].plain,
            Self.amount(sum["offerCostMilliunits"]) + (sum["offerCostUnknownThousandths"].plain == "0" ? "" : " + ?"),
        ]
    }

    private func estimate(_ estimated: JSONValue) -> [String] {
        let days = estimated["days"]?.elements?.count ?? 0
        let tolerance = Self.amount(estimated["toleranceMilliunits"])
        var lines = [
            self.said(
                "An ESTIMATE of \(Counted.text("\(days)", "day", "days")) without a report; a report may differ by "
                    + "up to \(tolerance) for each unit:",
                "对 \(days) 个没有报告的日期的【估算】；每单位与报告的差额可能达到 \(tolerance)："
            )
        ]
        lines += self.sums(estimated)
        let rules = estimated["rules"]?.elements ?? []
        if !rules.isEmpty {
            lines += [self.said("with these rules:", "规则：")]
            lines += TextColumns.lines(
                rules.map { rule in
                    [
                        "  " + (rule["storefront"]?.text ?? "?"), Self.units(rule["unitsThousandths"]),
                        rule["rule"].plain, rule["commissionSource"].plain,
                    ]
                },
                rightAligned: [1]
            )
        }
        let leftOut = estimated["leftOut"].plain
        if leftOut != "0" {
            lines.append(
                self.said(
                    "\(Counted.text(leftOut, "sale is", "sales are")) excluded because the amounts are unknown.",
                    "有 \(leftOut) 笔销售因金额未知而未包含。"
                )
            )
        }
        return lines
    }

    private func converted(_ converted: JSONValue) -> [String] {
        let currency = converted["currency"].plain
        let reported = "\(currency) \(Self.amount(converted["reportedMilliunits"]))"
        let estimated = "\(currency) \(Self.amount(converted["estimatedMilliunits"]))"
        let rates = (converted["rates"]?.elements ?? []).map(\.plain).joined(separator: ", ")
        return [
            self.said(
                "Converted: \(reported) from reports, \(estimated) from the estimate; rates: \(rates)",
                "换算：报告 \(reported)，估算 \(estimated)；汇率：\(rates)"
            )
        ]
    }

    private func said(_ english: String, _ chinese: String) -> String {
        LocalizedText(english, chinese).text(in: self.language)
    }
}

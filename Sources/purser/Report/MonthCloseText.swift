package import AppStore
import Ledger

/// The text of `purser reports close`.
package struct MonthCloseText: Sendable {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    /// Returns the lines of the close; open points come first.
    package func lines(_ close: JSONValue) -> [String] {
        let points = close["openPoints"]?.elements ?? []
        let month = close["month"].plain
        var lines = [
            self.said(
                "Close of \(month), \(close["app"].plain): "
                    + (points.isEmpty
                        ? "nothing is open" : Counted.text("\(points.count)", "point is open", "points are open")),
                "\(month) 月结，\(close["app"].plain)："
                    + (points.isEmpty ? "没有待办事项" : "\(points.count) 个待办事项")
            )
        ]
        let hasEstimate = close["proceeds"]?["estimated"]?["storefronts"]?.elements?.isEmpty == false
        lines += points.map { "  " + self.sentence($0, hasEstimate: hasEstimate) }
        if let proceeds = close["proceeds"] { lines += [""] + ProceedsText(in: self.language).lines(proceeds) }
        lines += [""] + self.finance(close["finance"])
        lines += [""] + self.days(close["days"])
        let deferred = close["deferred"].amounts(none: "")
        if !deferred.isEmpty {
            lines += [
                "",
                self.said("Deferred revenue after the month: \(deferred)", "月末递延收入：\(deferred)"),
            ]
        }
        return lines
    }

    private func sentence(_ point: JSONValue, hasEstimate: Bool) -> String {
        let count = point["count"].plain
        let storefronts = (point["storefronts"]?.elements ?? []).map(\.plain).map { $0.isEmpty ? "?" : $0 }
            .joined(separator: ", ")
        let days = Counted.text(count, "day", "days")
        switch point["point"].plain {
        case "monthIsRunning": return self.said("the month is not over", "本月尚未结束")
        case "daysWithoutReport":
            return self.said(
                "\(days) without a report" + (hasEstimate ? ": the proceeds are an estimate" : ""),
                "\(count) 天没有报告" + (hasEstimate ? "，其收益为估算" : "")
            )
        case "daysNotCompared":
            return self.said("\(days) not compared with the ledger", "\(count) 天尚未与账本对账")
        case "daysUnexplained":
            return self.said("\(days) with unexplained differences", "\(count) 天存在未解释的差异")
        case "financeReportMissing": return self.said("no finance report of the month", "没有本月的财务报告")
        case "salesLeftOut":
            return self.said("\(count) sales are excluded from the estimate", "估算未包含 \(count) 笔销售")
        case "taxesUnknown":
            return self.said("the tax is unknown in the estimate of \(storefronts)", "估算中以下店面的税率未知：\(storefronts)")
        case "commissionsUnsettled":
            return self.said(
                "no source determines the commission in the estimate of \(storefronts)",
                "估算中以下店面的佣金率没有确定的来源：\(storefronts)"
            )
        case "commissionsUnconfirmed":
            return self.said(
                "Apple has not confirmed the commission in the estimate of \(storefronts)",
                "估算中以下店面的佣金率未经 Apple 确认：\(storefronts)"
            )
        case "offerCostUnknown":
            let units = ProceedsText.units(point["unitsThousandths"])
            return self.said("the cost of offers is unknown (units: \(units))", "有 \(units) 个单位的优惠成本未知")
        default: return point["point"].plain
        }
    }

    private func finance(_ finance: JSONValue?) -> [String] {
        guard let finance else { return [self.said("There is no finance report.", "没有财务报告。")] }
        let span = "\(finance["from"].plain) - \(finance["to"].plain)"
        let month = finance["fiscalMonth"]?.text.map { self.said("fiscal month \($0), ", "财务月 \($0)，") } ?? ""
        var lines = [
            self.said(
                "Finance report compared with sales reports, \(month)\(span)",
                "财务报告与销售报告对比，\(month)\(span)"
            )
        ]
        let head = [
            self.said("CURRENCY", "货币"), self.said("SALES REPORTS", "销售报告"), self.said("SETTLED", "已结算"),
            self.said("IN TRANSIT", "在途"),
        ]
        let rows = (finance["currencies"]?.elements ?? []).map { line in
            [
                line["currency"].plain, ProceedsText.amount(line["salesMilliunits"]),
                ProceedsText.amount(line["settledMilliunits"]), ProceedsText.amount(line["inTransitMilliunits"]),
            ]
        }
        lines += TextColumns.lines([head] + rows, rightAligned: [1, 2, 3])
        let missing = finance["daysWithoutReport"].plain
        if missing != "0" {
            lines.append(
                self.said(
                    "\(Counted.text(missing, "day has", "days have")) no sales report.",
                    "其中 \(missing) 天没有销售报告。"
                )
            )
        }
        return lines
    }

    private func days(_ days: JSONValue?) -> [String] {
        let accepted = days?["accepted"]?.elements ?? []
        let unexplained = days?["unexplained"]?.elements ?? []
        let notCompared = days?["notCompared"]?.elements ?? []
        let (matched, explained) = ((days?["matched"]).plain, (days?["explained"]).plain)
        var lines = [
            self.said(
                "Days: \(matched) matched, \(explained) explained, \(accepted.count) accepted, "
                    + "\(unexplained.count) unexplained, \(notCompared.count) not compared",
                "日期：\(matched) 一致，\(explained) 已解释，\(accepted.count) 已接受，\(unexplained.count) 未解释，"
                    + "\(notCompared.count) 未对账"
            )
        ]
        lines += unexplained.map { "  \($0.plain): " + self.said("unexplained", "未解释") }
        lines += accepted.map { one in
            let (day, by) = (one["day"].plain, TextColumns.cell(one["by"].plain))
            let reason = TextColumns.cell(one["reason"].plain)
            return self.said("  \(day): accepted by \(by): \(reason)", "  \(day)：由 \(by) 接受：\(reason)")
        }
        return lines
    }

    private func said(_ english: String, _ chinese: String) -> String {
        LocalizedText(english, chinese).text(in: self.language)
    }
}

package import AppStore
import Ledger
import PurserService

/// The text of `purser reconcile --fiscal`: the amount that Apple owes, the units in transit, and unexplained
/// differences.
package struct SettlementText {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    private func said(_ english: String, _ chinese: String) -> String {
        self.language == .simplifiedChinese ? chinese : english
    }

    /// Returns the month, and below it each unexplained difference.
    package func lines(_ result: JSONValue) -> [String] {
        let (month, from, to) = (result["month"].plain, result["from"].plain, result["to"].plain)
        var lines = [
            "",
            self.said(
                "Settlement of Apple's fiscal month \(month), \(from) to \(to):",
                "Apple 财务月份 \(month)（\(from) 至 \(to)）的结算："
            ),
        ]
        for owed in result["owed"]?.elements ?? [] {
            func money(_ name: String) -> String {
                Money(amountMilliunits: Int64(owed[name].plain) ?? 0, currency: owed["currency"].plain).spelling
            }
            lines.append(
                self.said(
                    "  Apple owes \(money("totalMilliunits")): sales \(money("salesMilliunits")), "
                        + "refunds \(money("refundsMilliunits"))",
                    "  Apple 应付 \(money("totalMilliunits"))：销售 \(money("salesMilliunits"))，"
                        + "退款 \(money("refundsMilliunits"))"
                )
            )
        }
        let units = Self.units(result["inTransitUnitsThousandths"])
        lines.append(self.said("  In transit to a later month: \(units)", "  转入以后月份的在途数量：\(units)"))
        let others = result["otherProductRows"].plain
        if others != "0" {
            lines.append(
                self.said(
                    "  \(Counted.text(others, "row is", "rows are")) about products of other apps",
                    "  有 \(others) 行属于其他 App 的商品"
                )
            )
        }
        let tooLarge = result["tooLargeRows"].plain
        if tooLarge != "0" {
            lines.append(
                self.said(
                    "  \(Counted.text(tooLarge, "row is", "rows are")) excluded because of impossible values",
                    "  有 \(tooLarge) 行数字过大，不可能是销售，未计入"
                )
            )
        }
        let unreadable = (result["unreadableReports"]?.elements ?? []).map(\.plain).joined(separator: ", ")
        if !unreadable.isEmpty {
            lines.append(
                self.said(
                    "  Daily sales reports that cannot be read and are excluded: \(unreadable)",
                    "  无法读取、未计入的每日销售报告：\(unreadable)"
                )
            )
        }
        for line in result["lines"]?.elements ?? [] {
            for difference in line["differences"]?.elements ?? [] where difference["explained"] == .bool(false) {
                lines.append("  " + self.difference(difference, of: line))
            }
        }
        return lines
    }

    private func difference(_ difference: JSONValue, of line: JSONValue) -> String {
        let units = Self.units(difference["unitsThousandths"])
        let place = [line["product"].plain, line["storefront"].plain].filter { !$0.isEmpty }.joined(separator: ", ")
        let refund = line["direction"]?.text == "refund" ? self.said(", refunds", "，退款") : ""
        let share = Int64(difference["shareMilliunits"].plain) ?? 0
        let money = Money(amountMilliunits: share, currency: difference["currency"].plain).spelling
        let head = "\(place)\(refund), \(units): "
        switch difference["cause"]?.text {
        case "missingInLedger":
            return head
                + self.said(
                    "Apple settled \(money) that the ledger does not contain. To ask Apple: purser reconcile --heal",
                    "Apple 结算了账本没有的 \(money)。请查询 Apple：purser reconcile --heal"
                )
        case "neverSettled":
            return head
                + self.said(
                    "sold in \(difference["soldIn"].plain) and never settled: "
                        + "the charge failed, or Apple removed the sale.",
                    "\(difference["soldIn"].plain) 售出但从未结算：扣款失败，或 Apple 移除了该销售。"
                )
        case "changedShare":
            return head
                + self.said(
                    "the share differs by \(money) from the sales reports.",
                    "分成与销售报告相差 \(money)。"
                )
        case "otherCurrency":
            return head
                + self.said(
                    "Apple pays \(money), in another currency than in the sales reports.",
                    "Apple 以与销售报告不同的货币支付 \(money)。"
                )
        default: return head + difference["cause"].plain
        }
    }

    private static func units(_ value: JSONValue?) -> String {
        DecimalText.units(Int64(value.plain) ?? 0)
    }
}

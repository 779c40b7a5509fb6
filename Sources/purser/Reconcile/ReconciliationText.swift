package import AppStore
import Ledger
import PurserService

/// The text of `purser reconcile`.
package struct ReconciliationText {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    private func said(_ english: String, _ chinese: String) -> String {
        self.language == .simplifiedChinese ? chinese : english
    }

    // MARK: Results

    /// Returns the result of a comparison: a line for each day, its differences below it, and the totals.
    package func lines(_ compared: JSONValue) -> [String] {
        let days = compared["days"]?.elements ?? []
        let longer = compared["longer"]?.elements ?? []
        let lines =
            days.flatMap { [self.day($0)] + self.differences(of: $0) }
            + longer.flatMap { [self.longer($0)] + self.differences(of: $0) }
        return lines + [""] + self.sums(days + longer) + [self.bottomLine(compared)]
    }

    /// Returns the differences of all days, then those of longer reports, in their order.
    static func differences(_ compared: JSONValue) -> [JSONValue] {
        ((compared["days"]?.elements ?? []) + (compared["longer"]?.elements ?? []))
            .flatMap { $0["differences"]?.elements ?? [] }
    }

    private func differences(of row: JSONValue) -> [String] {
        (row["differences"]?.elements ?? []).flatMap { difference in
            [
                "  " + difference["found"].plain,
                "    " + difference["why"].plain + self.said(" ", "") + difference["next"].plain,
            ]
        }
    }

    private func day(_ row: JSONValue) -> String {
        let day = row["day"].plain
        switch row["report"]?.text {
        case "notYet": return self.said("\(day)  no report yet", "\(day)  尚无报告")
        case "notImported": return self.said("\(day)  no report", "\(day)  没有报告")
        case "gone": return self.said("\(day)  Apple no longer has the report", "\(day)  Apple 已不再保留报告")
        case "unreadable":
            let flaw = row["unreadable"].plain
            return self.said("\(day)  the report cannot be read: \(flaw)", "\(day)  无法读取报告：\(flaw)")
        default: break
        }
        var text = "\(day)  \(self.state(row["state"].plain))  \(self.sides(row))"
        if row["reopened"] == .bool(true) {
            let name = row.member("acceptance.by").plain
            text += self.said("; accepted by \(name), changed since", "；\(name) 接受后又有变化")
        } else if row["state"]?.text == "accepted" {
            let (name, reason) = (row.member("acceptance.by").plain, row.member("acceptance.reason").plain)
            text += self.said("; accepted by \(name): \(reason)", "；由 \(name) 接受：\(reason)")
        }
        switch row["healing"]?.text {
        case "asked": text += self.said("; Apple was asked", "；已向 Apple 查询")
        case "already": text += self.said("; Apple was asked before", "；之前已向 Apple 查询")
        default: break
        }
        return text
    }

    private func state(_ state: String) -> String {
        switch state {
        case "matched": self.said("matched", "一致")
        case "explained": self.said("explained", "已解释")
        case "accepted": self.said("accepted", "已接受")
        default: self.said("OPEN", "未决")
        }
    }

    private func sides(_ row: JSONValue) -> String {
        let none = self.said("nothing", "无")
        let theirs = (row.member("theirs.price")).amounts(none: none)
        let ours = (row.member("ours.price")).amounts(none: none)
        if theirs == ours { return self.said("report and ledger \(theirs)", "报告与账本 \(theirs)") }
        return self.said("report \(theirs), ledger \(ours)", "报告 \(theirs)，账本 \(ours)")
    }

    private func longer(_ row: JSONValue) -> String {
        let span = "\(row["from"].plain) - \(row["to"].plain)"
        guard row["compared"] == .bool(true) else {
            return self.said(
                "\(span)  report \(row["report"].plain) is skipped: its days have daily reports",
                "\(span)  报告 \(row["report"].plain) 已略过：其中的日期有各自的报告"
            )
        }
        let outcome = row["outcome"]?.text == "unexplained" ? "open" : row["outcome"].plain
        return "\(span)  \(self.state(outcome))  \(self.sides(row))"
    }

    // MARK: Totals

    /// Returns the totals of both sides over all days, by currency.
    private func sums(_ rows: [JSONValue]) -> [String] {
        // One side of a day may use the whole range of its type, so the sum of two would overflow it.
        var sums: [String: (theirs: Int128, ours: Int128)] = [:]
        for row in rows {
            for amount in row.member("theirs.price")?.elements ?? [] {
                sums[amount["currency"].plain, default: (0, 0)].theirs += Int128(amount["amountMilliunits"].plain) ?? 0
            }
            for amount in row.member("ours.price")?.elements ?? [] {
                sums[amount["currency"].plain, default: (0, 0)].ours += Int128(amount["amountMilliunits"].plain) ?? 0
            }
        }
        return sums.sorted { $0.key < $1.key }.map { currency, sum in
            func money(_ amount: Int128) -> String {
                Money(amountMilliunits: Int64(clamping: amount), currency: currency).spelling
            }
            let difference = sum.theirs - sum.ours
            let text = self.said(
                "The reports total \(money(sum.theirs)), the ledger \(money(sum.ours))",
                "报告合计 \(money(sum.theirs))，账本合计 \(money(sum.ours))"
            )
            return difference == 0
                ? text + self.said(".", "。")
                : text + self.said(": a difference of \(money(difference)).", "：相差 \(money(difference))。")
        }
    }

    private func bottomLine(_ result: JSONValue) -> String {
        func count(_ name: String) -> String { result.member("summary.\(name)").plain }
        let unexplained = result["unexplained"].plain
        let days = self.said(
            "\(Counted.text(count("days"), "day", "days")): \(count("matched")) matched, "
                + "\(count("explained")) explained, \(count("accepted")) accepted, \(count("open")) open",
            "共 \(count("days")) 天：一致 \(count("matched"))，已解释 \(count("explained"))，"
                + "已接受 \(count("accepted"))，未决 \(count("open"))"
        )
        let missing = count("withoutReport")
        let reports = missing == "0" ? "" : self.said(" (\(missing) without a report)", "（\(missing) 天没有报告）")
        let rest =
            unexplained == "0"
            ? self.said("There are no unexplained differences.", "没有未解释的差异。")
            : self.said(
                "\(Counted.text(unexplained, "difference is", "differences are")) unexplained.",
                "有 \(unexplained) 处差异未解释。"
            )
        return days + reports + self.said(". ", "。") + rest
    }

    // MARK: Missing reports

    /// Returns hints: the days without a report and how to get it, and that the rows of all apps were compared.
    package func hints(_ compared: JSONValue) -> [String] {
        var hints: [String] = []
        let missing = (compared["days"]?.elements ?? []).filter { $0["report"]?.text == "notImported" }
        let spans = Self.spans(missing.compactMap { $0["day"]?.text })
        if let first = missing.first?["day"]?.text, let last = missing.last?["day"]?.text {
            hints.append(
                self.said(
                    "No report of \(spans). To fetch it: purser reports fetch --from \(first) --to \(last), or import "
                        + "the file from App Store Connect: purser reports import FILE",
                    "缺少以下日期的报告：\(spans)。获取：purser reports fetch --from \(first) --to \(last)，"
                        + "或导入从 App Store Connect 下载的文件：purser reports import FILE"
                )
            )
        }
        if compared["ofAllApps"] == .bool(true) {
            hints.append(
                self.said(
                    "The rows of all apps were compared. If the account has several apps, configure the app's SKU: "
                        + "apps.NAME.appStoreConnect.sku",
                    "已比较所有 App 的行；如果账户有多个 App，请配置该 App 的 SKU：apps.NAME.appStoreConnect.sku"
                )
            )
        }
        return hints
    }

    /// Returns a list of days; consecutive days as `2026-03-01 - 2026-03-05`.
    private static func spans(_ texts: [String]) -> String {
        PacificDay.spans(of: texts.compactMap { PacificDay(text: $0) }).map { span in
            span.lowerBound == span.upperBound
                ? span.lowerBound.text : "\(span.lowerBound.text) - \(span.upperBound.text)"
        }.joined(separator: ", ")
    }

    // MARK: Actions

    /// Returns the question before a day is accepted.
    package func accepting(_ day: String) -> String {
        self.said("This accepts \(day). Continue?", "将按现状接受 \(day)。继续吗？")
    }

    /// Returns the question before the acceptance of a day is revoked.
    package func withdrawing(_ day: String) -> String {
        self.said("This revokes the acceptance of \(day). Continue?", "将撤销对 \(day) 的接受。继续吗？")
    }

    /// Returns the state of a day.
    package func state(_ result: JSONValue) -> String {
        "\(result["day"].plain)  \(self.state(result["state"].plain))"
    }
}

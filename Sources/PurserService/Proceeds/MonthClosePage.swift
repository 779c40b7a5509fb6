import Ledger

/// The close of a month as one printable HTML page without scripts, in a light and a dark color scheme.
package struct MonthClosePage: Sendable {
    /// The close.
    let close: MonthClose
    private let language: PageLanguage
    /// The month.
    var month: String { self.close.proceeds.period.text }
    /// Whether the page is in Chinese.
    var isChinese: Bool { self.language == .simplifiedChinese }

    /// Creates the page of a close.
    package init(_ close: MonthClose, in language: PageLanguage) {
        self.close = close
        self.language = language
    }

    /// The page, as HTML.
    package var html: String {
        let title = self.said(
            "Close of \(self.close.proceeds.period.text), \(self.close.app.rawValue)",
            "\(self.close.proceeds.period.text) 月结，\(self.close.app.rawValue)"
        )
        var html = "<!doctype html>\n<html lang=\"\(self.language.rawValue)\"><head><meta charset=\"utf-8\">"
        html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        html += "<meta name=\"color-scheme\" content=\"light dark\">"
        html += "<title>\(HTMLText.escaped(title))</title><style>\(Self.style)</style></head><body><main>"
        html += self.head(title)
        html += self.openPoints
        html += self.currencies + self.countries + self.estimate
        html += self.finance + self.days + self.deferred
        html += self.foot
        return html + "</main></body></html>\n"
    }

    // MARK: Parts

    private func head(_ title: String) -> String {
        let count = self.close.openPoints.count
        let chip =
            count == 0
            ? "<span class=\"chip good\">\(self.said("nothing is open", "没有待办事项"))</span>"
            : "<span class=\"chip warn\">\(self.said(count == 1 ? "1 point is open" : "\(count) points are open", "\(count) 个待办事项"))</span>"
        let made = String(self.close.madeAt.rfc3339.prefix(16)).replacing("T", with: " ")
        let note = self.said(
            "Production. Days in Pacific time, as in Apple's sales reports. Made \(made) UTC.",
            "生产环境。日期按太平洋时间计算，与 Apple 的销售报告一致。生成于 \(made) UTC。"
        )
        return "<header><h1>\(HTMLText.escaped(title))</h1>\(chip)<p class=\"quiet\">\(note)</p></header>"
    }

    private var openPoints: String {
        let points = self.close.openPoints
        guard !points.isEmpty else { return "" }
        let items = points.map { "<li>\(HTMLText.escaped(self.sentence($0)))</li>" }.joined()
        return self.card("open", self.said("Open points", "待办事项"), "", "<ul>\(items)</ul>")
    }

    private var currencies: String {
        let sums = self.close.proceeds.reported.currencies
        let reported = self.close.proceeds.reported.netProceeds
        let estimated = self.close.proceeds.estimate.statement.netProceeds
        let net = self.amounts(reported)
        let reports = self.close.proceeds.reports.count
        var note =
            net.isEmpty
            ? self.said("Reports: \(reports).", "报告：\(reports) 份。")
            : self.said(
                "Proceeds after refunds by reports (\(reports)): \(net).",
                "报告（\(reports) 份）中扣除退款后的收益：\(net)。"
            )
        if !estimated.isEmpty {
            let total = self.amounts(reported.merging(estimated) { $0 &+ $1 })
            note += self.said(
                " With the estimate of the days without a report: \(total).",
                "加上没有报告的日期的估算：\(total)。"
            )
        }
        if !net.isEmpty || !estimated.isEmpty {
            note += self.said(" Amounts of different currencies are never added.", "不同货币的金额从不相加。")
        }
        return self.card(
            "currencies",
            self.said("Sold, refunded, received", "销售、退款与收益"),
            note,
            self.sums(sums, isByCountry: false)
        )
    }

    private var countries: String {
        let places = self.close.proceeds.reported.places
        guard !places.isEmpty else { return "" }
        return self.card(
            "countries",
            self.said("By storefront", "按店面"),
            self.said("The share of Apple's commission and of taxes in the price of sales.", "Apple 佣金与税费占销售额的比例。"),
            self.sums(places, isByCountry: true)
        )
    }

    private var estimate: String {
        let estimate = self.close.proceeds.estimate
        guard !estimate.days.isEmpty else { return "" }
        let note = self.said(
            "An estimate from the ledger, for days without a report (days: \(estimate.days.count)). "
                + "A report may differ by up to 0.02 for each unit.",
            "对 \(estimate.days.count) 个没有报告的日期的估算，依据账本。每单位与报告的差额可能达到 0.02。"
        )
        let rules = estimate.rules.sorted {
            ($0.key.country, $0.key.rule.text) < ($1.key.country, $1.key.rule.text)
        }.map { rule, units in
            [
                HTMLText.escaped(self.country(rule.country)), HTMLText.units(units),
                HTMLText.escaped(rule.rule.text) + "<small>\(HTMLText.escaped(rule.rule.commissionSource))</small>",
            ]
        }
        let title = self.said("Estimate", "估算")
        var body = self.sums(estimate.statement.places, isByCountry: true)
        if !rules.isEmpty {
            body += HTMLText.table(
                self.said("Rules of the estimate", "估算规则"),
                [
                    self.said("Storefront", "店面"), self.said("Units", "数量"),
                    self.said("Rule and source", "规则与来源"),
                ],
                numbers: [1],
                rules
            )
        }
        return self.card("estimate", title, note, body)
    }

    private var finance: String {
        let title = self.said("Finance report against sales reports", "财务报告与销售报告对比")
        guard let finance = self.close.finance else {
            let none = self.said(
                "No finance report of the fiscal month \(self.close.fiscalMonth.text) is stored. Apple makes it about 33 "
                    + "days after the fiscal month ends: about \(self.close.financeReportDay.text).",
                "没有保存财务月 \(self.close.fiscalMonth.text) 的财务报告。Apple 在财务月结束后约 33 天生成："
                    + "约 \(self.close.financeReportDay.text)。"
            )
            return self.card("finance", title, "", "<p>\(none)</p>")
        }
        let days = "\(finance.days.lowerBound.text) - \(finance.days.upperBound.text)"
        var note =
            switch finance.basis {
            case .detail:
                self.said(
                    "Sales of \(days), by the dates of sale and settlement.",
                    "\(days) 的销售，按销售日期与结算日期。"
                )
            case .fiscalMonth(let month):
                self.said(
                    "Apple's fiscal month \(month.text), \(days).",
                    "Apple 财务月 \(month.text)，\(days)。"
                )
            }
        if finance.daysWithoutReport > 0 {
            note += self.said(
                " Days without a sales report: \(finance.daysWithoutReport).",
                "其中 \(finance.daysWithoutReport) 天没有销售报告。"
            )
        }
        let table = HTMLText.table(
            title,
            [
                self.said("Currency", "货币"), self.said("Sales reports", "销售报告"),
                self.said("Settled", "已结算"), self.said("In transit", "在途"),
            ],
            numbers: [1, 2, 3],
            finance.lines.map { line in
                [
                    HTMLText.escaped(line.currency), HTMLText.amount(line.salesMilliunits, in: line.currency),
                    HTMLText.amount(line.settledMilliunits, in: line.currency),
                    HTMLText.amount(line.inTransitMilliunits, in: line.currency),
                ]
            }
        )
        note += self.said(
            " What is in transit settles in the next fiscal months; it is negative where a refund is still to be "
                + "deducted.",
            "在途金额在之后的财务月结算；尚待扣除退款时为负数。"
        )
        return self.card("finance", title, note, table)
    }

    private var days: String {
        let close = self.close
        let counts = [
            (self.said("matched", "一致"), close.count(.matched), "good"),
            (self.said("explained", "已解释"), close.count(.explained), "good"),
            (self.said("accepted", "已接受"), close.accepted.count, ""),
            (self.said("unexplained", "未解释"), close.unexplained.count, "bad"),
            (self.said("not compared", "未对账"), close.notCompared.count, "warn"),
        ]
        var body = "<p class=\"chips\">"
        for (word, count, color) in counts where count > 0 {
            body += "<span class=\"chip \(color)\">\(count) \(word)</span> "
        }
        body += "</p>"
        if !close.unexplained.isEmpty {
            let list = close.unexplained.map(\.text).joined(separator: ", ")
            body += "<p>\(self.said("Unexplained", "未解释")): \(list)</p>"
        }
        if !close.accepted.isEmpty {
            body += HTMLText.table(
                self.said("Accepted days", "已接受的日期"),
                [
                    self.said("Day", "日期"), self.said("Accepted by", "接受者"), self.said("Reason", "理由"),
                ],
                numbers: [],
                close.accepted.map { accepted in
                    [
                        accepted.day.text, HTMLText.escaped(accepted.acceptance.by),
                        HTMLText.escaped(accepted.acceptance.reason)
                            + "<small>\(String(accepted.acceptance.at.rfc3339.prefix(10)))</small>",
                    ]
                }
            )
        }
        let note = self.said("The ledger against Apple's sales reports.", "账本与 Apple 销售报告对比。")
        return self.card("days", self.said("Days", "日期"), note, body)
    }

    private var deferred: String {
        guard let deferred = self.close.deferred, !deferred.isEmpty else { return "" }
        let last = self.close.proceeds.period.days.upperBound.text
        return self.card(
            "deferred",
            self.said("Deferred revenue", "递延收入"),
            self.said(
                "What customers paid for subscriptions after \(last), day by day.",
                "客户为 \(last) 之后的订阅服务预付的金额，按日计算。"
            ),
            HTMLText.table(
                self.said("Deferred revenue", "递延收入"),
                [self.said("Currency", "货币"), self.said("Amount", "金额")],
                numbers: [1],
                deferred.sorted { $0.key < $1.key }.map {
                    [HTMLText.escaped($0.key), HTMLText.amount($0.value, in: $0.key)]
                }
            )
        )
    }

    private var foot: String {
        let command = "purser reports close --month \(self.close.proceeds.period.text)"
        let same = self.said("The same numbers in a terminal:", "在终端中查看相同的数字：")
        return "<footer class=\"quiet\">\(same) <code>\(HTMLText.escaped(command))</code></footer>"
    }

    // MARK: Shared

    /// Returns the number of units sold or refunded, for the line below the amount.
    private func units(_ thousandths: Int64) -> String {
        let units = HTMLText.units(thousandths)
        return self.said(units == "1" ? "1 unit" : "\(units) units", "\(units) 件")
    }

    private func sums(
        _ sums: [ProceedsStatement.Place: ProceedsStatement.Sum],
        isByCountry: Bool
    ) -> String {
        guard !sums.isEmpty else { return "<p>\(self.said("Nothing was sold.", "没有销售。"))</p>" }
        let rows = sums.sorted { $0.key < $1.key }.map { place, sum in
            let name = isByCountry ? self.country(place.country) : place.priceCurrency
            let taken = ProceedsStatement.takenPerMille(of: sum.sales, in: place).map(HTMLText.percent)
            let refunded = self.units(sum.refunds.unitsThousandths)
            let sold = self.units(sum.sales.unitsThousandths)
            return [
                HTMLText.escaped(name) + (isByCountry ? "<small>\(HTMLText.escaped(place.priceCurrency))</small>" : ""),
                HTMLText.amount(sum.sales.priceMilliunits, in: place.priceCurrency) + "<small>\(sold)</small>",
                HTMLText.amount(sum.refunds.priceMilliunits, in: place.priceCurrency) + "<small>\(refunded)</small>",
                taken ?? "<small>\(self.said("other currency", "其他货币"))</small>",
                HTMLText.amount(sum.netProceedsMilliunits, in: place.proceedsCurrency)
                    + "<small>\(HTMLText.escaped(place.proceedsCurrency))</small>",
            ]
        }
        return HTMLText.table(
            isByCountry ? self.said("By storefront", "按店面") : self.said("By currency", "按货币"),
            [
                isByCountry ? self.said("Storefront", "店面") : self.said("Currency", "货币"),
                self.said("Sold", "销售额"), self.said("Refunded", "退款"),
                self.said("Taken", "扣除比例"), self.said("Proceeds", "收益"),
            ],
            numbers: [1, 2, 3, 4],
            rows
        )
    }

    /// Returns amounts with their currencies, sorted by currency.
    private func amounts(_ sums: [String: Int64]) -> String {
        sums.sorted { $0.key < $1.key }.map { HTMLText.money($0.value, in: $0.key) }
            .joined(separator: self.said(", ", "、"))
    }

    private func country(_ code: String) -> String { code.isEmpty ? self.said("unknown", "未知") : code }

    private func card(_ id: String, _ title: String, _ note: String, _ body: String) -> String {
        let small = note.isEmpty ? "" : "<p class=\"quiet\">\(HTMLText.escaped(note))</p>"
        return "<section class=\"card\" aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(HTMLText.escaped(title))</h2>"
            + "\(small)\(body)</section>"
    }

    private func said(_ english: String, _ chinese: String) -> String {
        self.language == .simplifiedChinese ? chinese : english
    }
}

/// The languages of printed pages.
package enum PageLanguage: String, CaseIterable, Sendable {
    /// English.
    case english = "en"
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"
}

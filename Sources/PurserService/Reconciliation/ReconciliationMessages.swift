package import Ledger

/// The results of comparisons as sentences for the person who closes the month, in English or Simplified Chinese.
package struct ReconciliationMessages: Sendable {
    private let isChinese: Bool
    private let isPage: Bool

    /// Creates messages in a language.
    ///
    /// - Parameters:
    ///   - isChinese: Whether they are in Simplified Chinese.
    ///   - isPage: Whether they are on a page for people, where negative numbers begin with a minus sign (U+2212).
    package init(isChinese: Bool, isPage: Bool = false) {
        self.isChinese = isChinese
        self.isPage = isPage
    }

    private func say(_ english: String, _ chinese: String) -> String { self.isChinese ? chinese : english }

    // MARK: Amounts of both sides

    /// Returns the amounts of the report and of the ledger as a sentence.
    package func found(_ difference: SaleDifference) -> String {
        let (theirs, ours) = (difference.theirs, difference.ours)
        guard let group = theirs ?? ours else { return "" }
        if difference.outcome == .explained(.upgradeCredit), let ours, let theirs {
            return self.credit(difference, ours, theirs)
        }
        let report = self.side(difference.theirSum, theirs)
        var ledger = self.side(difference.ourSum, ours)
        if let ours, let theirs { ledger += self.bracketed(self.others(of: ours, than: theirs)) }
        let units = self.units(difference.unitsThousandths)
        let about =
            difference.unitsThousandths == 0
            ? "" : self.say("; \(units) of them differ\(units == "1" ? "s" : "")", "；相差 \(units)")
        let head = self.describe(group, withDay: true)
        return self.say(
            "\(head): the report has \(report), the ledger has \(ledger)\(about).",
            "\(head)：报告为 \(report)，账本为 \(ledger)\(about)。"
        )
    }

    /// Returns the credit of an upgrade as a sentence: the ledger counts no sale for it, and only expects an amount.
    private func credit(_ difference: SaleDifference, _ ours: SaleGroup, _ theirs: SaleGroup) -> String {
        let head = self.describe(theirs, withDay: true)
        let report = self.side(difference.theirSum, theirs)
        let isWhole = difference.theirSum.unitsThousandths.magnitude == difference.unitsThousandths.magnitude
        let units = self.units(difference.unitsThousandths)
        let expected = self.amount(difference.ourSum, ours) + self.bracketed(self.others(of: ours, than: theirs))
        return self.say(
            "\(head): the report has \(report)\(isWhole ? "" : ", \(units) of it") for an upgrade; "
                + "the ledger counts no sale for it and expected about \(expected).",
            "\(head)：报告为 \(report)，\(isWhole ? "" : "其中 \(units) ")用于升级；账本不为此计入销售，预计约为 \(expected)。"
        )
    }

    private func side(_ sum: SaleSum, _ group: SaleGroup?) -> String {
        guard let group, sum.count > 0 else { return self.say("none", "无") }
        let units = self.units(sum.unitsThousandths)
        return group.currency == nil ? units : units + self.bracketed(self.amount(sum, group))
    }

    /// Returns the amount of a sum with the currency of its group.
    private func amount(_ sum: SaleSum, _ group: SaleGroup) -> String {
        self.money(Money(amountMilliunits: sum.priceMilliunits, currency: group.currency ?? ""))
    }

    /// Returns text in parentheses, to append to other text; nothing for an empty one.
    private func bracketed(_ text: String) -> String {
        text.isEmpty ? "" : self.say(" (\(text))", "（\(text)）")
    }

    private func units(_ thousandths: Int64) -> String {
        self.isPage ? HTMLText.units(thousandths) : DecimalText.units(thousandths)
    }

    private func money(_ money: Money) -> String {
        self.isPage ? HTMLText.money(money.amountMilliunits, in: money.currency) : money.spelling
    }

    /// Returns a group as one line: product, storefront, price and direction.
    package func describe(_ group: SaleGroup, withDay: Bool) -> String {
        var parts = withDay ? [group.day.text, group.product.rawValue] : [group.product.rawValue]
        parts.append(group.storefront ?? self.say("storefront not known", "商店地区未知"))
        parts.append(self.price(group) ?? self.say("price not known", "价格未知"))
        parts.append(self.way(group))
        return parts.joined(separator: self.say(", ", "，"))
    }

    private func way(_ group: SaleGroup) -> String {
        switch (group.direction, group.period) {
        case (.sale, .none): self.say("sale", "销售")
        case (.sale, .new): self.say("new subscription", "新订阅")
        case (.sale, .renewal): self.say("renewal", "续期")
        case (.refund, .none): self.say("refund", "退款")
        case (.refund, .new): self.say("refund of a new subscription", "新订阅的退款")
        case (.refund, .renewal): self.say("refund of a renewal", "续期的退款")
        }
    }

    /// Returns the values in which one group differs from another.
    private func others(of ours: SaleGroup, than theirs: SaleGroup) -> String {
        var parts: [String] = []
        if ours.day != theirs.day { parts.append(self.say("on \(ours.day.text)", "日期为 \(ours.day.text)")) }
        if ours.product != theirs.product { parts.append(ours.product.rawValue) }
        if ours.storefront != theirs.storefront {
            parts.append(ours.storefront ?? self.say("storefront not known", "商店地区未知"))
        }
        if ours.currency != theirs.currency || ours.unitPriceMilliunits != theirs.unitPriceMilliunits {
            let price = self.price(ours)
            parts.append(price.map { self.say("at \($0)", "单价 \($0)") } ?? self.say("price not known", "价格未知"))
        }
        if ours.period != theirs.period { parts.append(self.way(ours)) }
        return parts.joined(separator: self.say(", ", "，"))
    }

    private func price(_ group: SaleGroup) -> String? {
        guard let currency = group.currency, let price = group.unitPriceMilliunits else { return nil }
        return self.money(Money(amountMilliunits: price, currency: currency))
    }

    // MARK: Causes

    /// Returns the cause as a sentence, or the candidates where the sums do not determine it.
    package func why(_ difference: SaleDifference) -> String {
        let causes = difference.causes.map(self.cause)
        let text = causes.joined(separator: self.say(", or ", "，或者"))
        let isExplained = if case .explained = difference.outcome { true } else { false }
        let head =
            isExplained
            ? self.say("Explained: ", "已解释：")
            : difference.isAmbiguous
                ? self.say("Not explained, the sums do not determine which: ", "未解释，汇总数字无法区分：")
                : self.say("Not explained: ", "未解释：")
        return head + text + self.say(".", "。")
    }

    private func cause(_ cause: SaleDifference.Cause) -> String {
        switch cause {
        case .missingInLedger:
            self.say("the ledger lacks it, because its notification was lost", "账本缺少这一笔，通知已丢失")
        case .missingInReport:
            self.say("the report lacks it, or the customer's payment failed afterwards", "报告缺少这一笔，或顾客后来付款失败")
        case .doubledInLedger: self.say("the ledger counts it twice", "账本重复计算")
        case .doubledInReport: self.say("the report has a row twice", "报告中有重复的行")
        case .wrongPrice: self.say("the prices differ", "价格不一致")
        case .wrongCurrency: self.say("the currencies differ", "货币不一致")
        case .priceUnknown: self.say("the ledger does not know the price", "账本不知道价格")
        case .missingStorefront: self.say("the ledger does not know the storefront", "账本不知道商店地区")
        case .newOrRenewal:
            self.say("one side calls new what the other calls a renewal", "一方视为新订阅，另一方视为续期")
        case .shiftedDay: self.say("the sides have it on neighboring days", "双方记在相邻的两天")
        case .lateSale: self.say("the report has it some days apart", "报告中的日期相差数天")
        case .refundOnAnotherDay: self.say("the sides have the refund on different days", "双方把退款记在不同的日期")
        case .unknownProduct:
            self.say("neither the catalog nor the ledger knows the product", "商品目录和账本都没有该商品")
        case .changedProceeds:
            self.say("Apple's proceeds per unit differ from those of other days", "Apple 的单件收益与其他日期不同")
        case .upgradeCredit: self.say("Apple refunded a part for an upgrade", "Apple 因升级退还了一部分")
        case .partialRefund: self.say("Apple refunded a part", "Apple 退还了一部分")
        case .seats: self.say("a purchase of several seats", "多席位购买")
        case .reversedRefund:
            self.say("Apple reversed the refund, and the report lists neither", "Apple 撤销了退款，报告两者均未列出")
        case .removedSale:
            self.say("Apple removed a refunded sale from its report", "Apple 从报告中移除了已退款的销售")
        }
    }

    // MARK: Next actions

    /// Returns the next action as a sentence with its command.
    package func next(_ difference: SaleDifference) -> String {
        switch difference.step {
        case .none: self.say("Nothing to do.", "无需处理。")
        case .fetchHistory(let day):
            self.say(
                "Ask Apple for the notifications of that day: purser reconcile --day \(day.text) --heal",
                "向 Apple 查询该日的通知：purser reconcile --day \(day.text) --heal"
            )
        case .fetchReport(let day):
            self.say(
                "Apple corrects reports for some days; get the report of \(day.text) again, then compare again.",
                "Apple 会在数日内更正报告；请重新获取 \(day.text) 的报告，然后再次核对。"
            )
        case .addProduct(let product):
            self.say(
                "Add \(product.rawValue) to the catalog or correct its id there, then ask Apple: "
                    + "purser reconcile --heal",
                "在商品目录中添加 \(product.rawValue) 或更正其标识，然后查询 Apple：purser reconcile --heal"
            )
        case .checkPrice:
            self.say(
                "Compare the price of these transactions with the price in App Store Connect.",
                "将这些交易的价格与 App Store Connect 中的价格比较。"
            )
        case .checkProceeds:
            self.say(
                "Compare the proceeds with the price point, the commission and the tax of the storefront.",
                "将收益与该商店地区的价格点、佣金和税率比较。"
            )
        case .checkTransactions:
            self.say(
                "Check these transactions: the ledger counts one of them twice.",
                "请查看这些交易：账本重复计算了其中一笔。"
            )
        case .checkSeats:
            self.say("Compare the seats with the rows of the report.", "将席位数量与报告中的行比较。")
        }
    }
}

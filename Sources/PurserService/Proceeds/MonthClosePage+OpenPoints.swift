import Ledger

extension MonthClosePage {
    /// Returns the text of an open point and its remedy.
    package func sentence(_ point: MonthClose.OpenPoint) -> String {
        let (english, chinese) = self.sentences(point)
        return self.isChinese ? chinese : english
    }

    private func sentences(_ point: MonthClose.OpenPoint) -> (String, String) {
        let month = self.month
        return switch point {
        case .monthIsRunning: ("The month is not over.", "本月尚未结束。")
        case .daysWithoutReport(let count):
            (
                "\(Self.days(count)) without a report\(self.hasEstimate ? "; the proceeds are an estimate" : ""). "
                    + "Get reports: purser reports import FILE",
                "\(count) 天没有报告\(self.hasEstimate ? "，其收益为估算" : "")。获取报告：purser reports import FILE"
            )
        case .daysNotCompared(let count):
            (
                "\(Self.days(count)) not compared with the ledger: purser reconcile --month \(month)",
                "\(count) 天尚未与账本对账：purser reconcile --month \(month)"
            )
        case .daysUnexplained(let count):
            (
                "\(Self.days(count)) with unexplained differences; check each, or accept it with a reason.",
                "\(count) 天存在未解释的差异；请逐一查看，或注明理由后接受。"
            )
        case .financeReportMissing:
            (
                "No finance report of the fiscal month \(self.close.fiscalMonth.text): the amount that Apple settled is "
                    + "unknown. Apple makes the report about 33 days after the fiscal month ends: about "
                    + "\(self.close.financeReportDay.text).",
                "没有财务月 \(self.close.fiscalMonth.text) 的财务报告：Apple 的结算金额未知。Apple 在财务月结束后约 33 天生成报告："
                    + "约 \(self.close.financeReportDay.text)。"
            )
        case .salesLeftOut(let count):
            (
                "\(count) sales are left out of the estimate: their price, or the refunded amount, is unknown.",
                "估算未包含 \(count) 笔销售：其价格或退款金额未知。"
            )
        case .taxesUnknown(let countries):
            (
                "No tax known in the estimate of \(countries.map(Self.named).joined(separator: ", ")).",
                "估算中以下店面的税率未知：\(countries.map(Self.named).joined(separator: "、"))。"
            )
        case .commissionsUnsettled(let countries):
            (
                "No source settles the commission in the estimate of \(countries.joined(separator: ", ")).",
                "估算中以下店面的佣金率没有确定的来源：\(countries.joined(separator: "、"))。"
            )
        case .commissionsUnconfirmed(let countries):
            (
                "Apple has not confirmed the commission in the estimate of \(countries.joined(separator: ", ")).",
                "估算中以下店面的佣金率未经 Apple 确认：\(countries.joined(separator: "、"))。"
            )
        case .offerCostUnknown(let thousandths):
            (
                "The cost of offers is unknown (units: \(HTMLText.units(thousandths))): neither the "
                    + "catalog nor Apple's stored prices have one for them.",
                "有 \(HTMLText.units(thousandths)) 个单位的优惠成本未知：目录和已存储的 Apple 价格中都没有其价格。"
            )
        }
    }

    /// Whether the ledger has sales on the days without a report.
    private var hasEstimate: Bool { !self.close.proceeds.estimate.statement.places.isEmpty }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

    private static func named(_ country: String) -> String { country.isEmpty ? "?" : country }
}

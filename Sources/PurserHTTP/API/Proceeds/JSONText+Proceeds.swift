import Ledger
import Notation
import PurserService

/// Proceeds and the month's close in JSON.
extension JSONText {
    /// Adds a report on proceeds.
    mutating func describe(_ report: ProceedsReport) {
        self.add("from", report.period.days.lowerBound.text)
        self.add("to", report.period.days.upperBound.text)
        self.add("reported") { json in
            json.add("days", Int64(report.reportedDays.count))
            json.add("firstReport", report.reports.min())
            json.add("lastReport", report.reports.max())
            json.add("reports", Int64(report.reports.count))
            json.describe(report.reported)
        }
        let estimate = report.estimate
        guard !estimate.days.isEmpty else { return }
        self.add("estimated") { json in
            json.add("days", estimate.days.map(\.text))
            json.add("toleranceMilliunits", ProceedsEstimate.toleranceMilliunits)
            json.add("leftOut", Int64(estimate.leftOutCount))
            json.describe(estimate.statement)
            let rules = estimate.rules.sorted {
                ($0.key.country, $0.key.rule.text) < ($1.key.country, $1.key.rule.text)
            }
            json.add("rules", rules) { json, entry in
                let rule = entry.key.rule
                json.add("storefront", entry.key.country.isEmpty ? nil : entry.key.country)
                json.add("unitsThousandths", entry.value)
                json.add("rule", rule.text)
                json.add("program", rule.program.rawValue)
                json.add("commissionPerMille", rule.commissionPerMille)
                json.add("commissionSource", rule.commissionSource)
                json.add("commissionAuthority", rule.commissionAuthority.rawValue)
                json.add("commissionStatus", rule.commissionStatus.rawValue)
                json.add("platformAssumed", rule.assumesPlatform)
                json.add("settled", rule.isSettled)
                json.add("taxPerMille", rule.tax?.perMille)
                json.add("taxSource", rule.tax?.source)
                json.add("taxOnProceedsPerMille", rule.taxOnProceeds?.perMille)
                json.add("taxOnProceedsSource", rule.taxOnProceeds?.source)
            }
        }
    }

    /// Adds the close of a month.
    mutating func describe(_ close: MonthClose) {
        self.add("app", close.app.rawValue)
        self.add("month", close.proceeds.period.text)
        self.add("madeAt", close.madeAt)
        self.add("openPoints", close.openPoints) { json, point in
            json.add("point", point.name.rawValue)
            switch point {
            case .monthIsRunning, .financeReportMissing: break
            case .daysWithoutReport(let count), .daysNotCompared(let count), .daysUnexplained(let count),
                .salesLeftOut(let count):
                json.add("count", Int64(count))
            case .taxesUnknown(let countries), .commissionsUnsettled(let countries),
                .commissionsUnconfirmed(let countries):
                json.add("storefronts", countries)
            case .offerCostUnknown(let thousandths): json.add("unitsThousandths", thousandths)
            }
        }
        self.add("proceeds") { $0.describe(close.proceeds) }
        if let finance = close.finance {
            self.add("finance") { json in
                switch finance.basis {
                case .detail: json.add("basis", "detail")
                case .fiscalMonth(let month):
                    json.add("basis", "fiscalMonth")
                    json.add("fiscalMonth", month.text)
                }
                json.add("from", finance.days.lowerBound.text)
                json.add("to", finance.days.upperBound.text)
                json.add("daysWithoutReport", Int64(finance.daysWithoutReport))
                json.add("currencies", finance.lines) { json, line in
                    json.add("currency", line.currency)
                    json.add("salesMilliunits", line.salesMilliunits)
                    json.add("settledMilliunits", line.settledMilliunits)
                    json.add("inTransitMilliunits", line.inTransitMilliunits)
                }
            }
        }
        self.add("days") { json in
            json.add("matched", Int64(close.count(.matched)))
            json.add("explained", Int64(close.count(.explained)))
            json.add("accepted", close.accepted) { json, accepted in
                json.add("day", accepted.day.text)
                json.add("by", accepted.acceptance.by)
                json.add("reason", accepted.acceptance.reason)
                json.add("at", accepted.acceptance.at)
            }
            json.add("unexplained", close.unexplained.map(\.text))
            json.add("notCompared", close.notCompared.map(\.text))
        }
        if let deferred = close.deferred { self.add("deferred", amounts: deferred) }
    }

    private mutating func describe(_ statement: ProceedsStatement) {
        self.add("netProceeds", amounts: statement.netProceeds)
        self.add("currencies", statement.currencies.sorted { $0.key < $1.key }) { $0.describe($1.key, $1.value) }
        self.add("storefronts", statement.places.sorted { $0.key < $1.key }) { $0.describe($1.key, $1.value) }
    }

    private mutating func describe(_ place: ProceedsStatement.Place, _ sum: ProceedsStatement.Sum) {
        self.add("storefront", place.country.isEmpty ? nil : place.country)
        self.add("currency", place.priceCurrency)
        self.add("proceedsCurrency", place.proceedsCurrency)
        self.add("soldUnitsThousandths", sum.sales.unitsThousandths)
        self.add("soldMilliunits", sum.sales.priceMilliunits)
        self.add("refundedUnitsThousandths", sum.refunds.unitsThousandths)
        self.add("refundedMilliunits", sum.refunds.priceMilliunits)
        self.add("refundCostMilliunits", sum.refunds.proceedsMilliunits)
        self.add("proceedsMilliunits", sum.netProceedsMilliunits)
        self.add("takenPerMille", ProceedsStatement.takenPerMille(of: sum.sales, in: place))
        self.add("offerUnitsThousandths", sum.offers.unitsThousandths)
        self.add("offerCostMilliunits", sum.offers.costMilliunits)
        self.add("offerCostUnknownThousandths", sum.offers.unknownThousandths)
    }
}

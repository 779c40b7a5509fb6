import Ledger
import PurserService

/// Today's figures beside the same time a week ago, for the overview.
struct DashboardToday: Sendable {
    /// The use cases of the server.
    let services: Services
    /// The visit.
    let visit: DashboardVisit
    /// The app.
    let app: DashboardApp

    private static let revenue: [Figure] = [.newAmount, .renewalAmount, .oneTimeAmount, .reversedAmount]
    private static let sales: [Figure] = [.newSales, .renewalSales, .oneTimeSales]
    private static let active: [Figure] = [.paid, .trials, .grace]

    /// Returns the values for the template: tiles, the states of subscriptions, and the chart of the day.
    func values() async throws -> [String: Any] {
        let calendar = FigureCalendar(timeZone: self.app.app.catalog.timeZone)
        let today = calendar.day(of: FigureBucket(self.services.ambient.now()))
        let everything = FigureSeries.Needs()
        var comparison = everything
        comparison.hasCurrencies = false
        var flows = comparison
        (flows.hasStocks, flows.hasAmounts) = (false, false)
        guard let now = try await self.read(today...today, by: "hour", everything),
            let before = try await self.read((today + -7)...(today + -7), by: "hour", comparison, now.currency),
            let month = try await self.read((today + -29)...(today + -1), by: "day", flows)
        else { return [:] }
        let others = now.otherAmounts(Self.revenue, less: [.refundAmount])
        return [
            "hasOthers": !others.isEmpty,
            "others": others.map {
                ["text": DashboardNumbers.money($0.amount, in: $0.currency)]
            },
            "tiles": self.tiles(now, before, month),
            "states": self.states(now),
            "chart": self.chart(now, before).values(for: self.visit), "hasChart": !now.places.isEmpty,
            "chartHeading": now.currency.isEmpty
                ? self.visit.text("todayPurchases") : self.visit.text("todayRevenueByHour", now.currency),
            "charts": self.app.path("charts"),
        ]
    }

    private func read(
        _ days: ClosedRange<CivilDay>,
        by unit: String,
        _ needs: FigureSeries.Needs,
        _ currency: String = ""
    ) async throws -> FigureSeries? {
        let (from, to) = (days.lowerBound.text, days.upperBound.text)
        let query = DashboardForm("from=\(from)&to=\(to)&by=\(unit)&currency=\(currency.asQueryValue)")
        let choice = FigureSeries.Choice(query ?? DashboardForm(), today: days.upperBound)
        return try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in
            try await FigureSeries.read(choice, of: self.app, from: self.services.figures, needs)
        }
    }

    private func tiles(_ now: FigureSeries, _ before: FigureSeries, _ month: FigureSeries) -> [[String: Any]] {
        let money = Self.revenue
        let today = now.total(money, .money) - now.total([.refundAmount], .money)
        let hours = now.completeCount
        let until = (hours < 10 ? "0" : "") + "\(hours):00"
        func compared(_ figures: [Figure], _ unit: FigureChart.Unit, less: [Figure] = []) -> [String: Any] {
            let current = now.total(figures, unit, first: hours) - now.total(less, unit, first: hours)
            let former = before.total(figures, unit, first: hours) - before.total(less, unit, first: hours)
            return self.difference(current, former, self.visit.text("todayAgainst", until))
        }
        // The month is read up to yesterday, because today's figures are known.
        let refunds = month.total([.refundsOfSales]) + now.total([.refundsOfSales])
        let sales = month.total(Self.sales) + now.total(Self.sales)
        let unit = now.currency.isEmpty ? "" : "\(now.currency) "
        return [
            self.tile(
                "todayRevenue",
                "\(unit)\(DashboardNumbers.amount(today))",
                "revenue",
                compared(money, .money, less: [.refundAmount])
            ),
            self.tile(
                "todayPurchases",
                DashboardNumbers.count(now.total(Self.sales)),
                "purchases",
                compared(Self.sales, .count)
            ),
            self.tile(
                "todayActive",
                DashboardNumbers.count(now.stock(Self.active)),
                "active",
                self.difference(
                    now.stock(Self.active, first: hours),
                    before.stock(Self.active, first: hours),
                    self.visit.text("todayAgainstAt", until)
                )
            ),
            self.tile(
                "todayRefundRate",
                sales > 0 ? FigureSeries.text(Double(refunds) / Double(sales) * 100, .share) : "–",
                "refund-rate",
                ["text": self.visit.text("todayRefunds", "\(refunds)", DashboardNumbers.count(sales)), "color": ""]
            ),
        ]
    }

    private func tile(_ name: String, _ value: String, _ chart: String, _ difference: [String: Any]) -> [String: Any] {
        [
            "name": self.visit.text(name), "value": value, "path": self.app.path("charts", chart),
            "difference": difference,
        ]
    }

    /// Returns a comparison with the same time a week ago.
    private func difference(_ current: Int64, _ former: Int64, _ against: String) -> [String: Any] {
        guard current != former else { return ["text": self.visit.text("todaySame", against), "color": ""] }
        let arrow = current > former ? "▲" : "▼"
        let size =
            former > 0
            ? FigureSeries.text(abs(Double(current - former)) / Double(former) * 100, .share)
            : self.visit.text("todayFromNothing")
        return ["text": "\(arrow) \(size) \(against)", "color": current > former ? "up" : "down"]
    }

    private func states(_ now: FigureSeries) -> [[String: Any]] {
        let states: [(name: String, color: String, figures: [Figure])] = [
            ("chartPaid", "good", [.paid]), ("chartTrials", "", [.trials]), ("chartGrace", "warn", [.grace]),
            ("chartRetry", "warn", [.retry]), ("chartWillEnd", "bad", [.canceled]),
        ]
        return states.map { state in
            [
                "name": self.visit.text(state.name), "color": state.color,
                "count": DashboardNumbers.count(now.stock(state.figures)),
            ]
        }
    }

    /// Returns the chart of the day: the money by hour, or the purchases where there is no money.
    private func chart(_ now: FigureSeries, _ before: FigureSeries) -> DashboardChart {
        let hasMoney = !now.currency.isEmpty
        let chart = FigureChart(
            address: "today",
            title: hasMoney ? "todayRevenue" : "todayPurchases",
            definition: "chartRevenueDefinition",
            unit: hasMoney ? .money : .count,
            form: .lines,
            parts: [
                hasMoney
                    ? FigureChart.Part("todayThis", plus: Self.revenue, minus: [.refundAmount])
                    : FigureChart.Part("todayThis", plus: Self.sales)
            ]
        )
        let incomplete = now.incomplete
        var series = now.series(chart, self.visit).map { one in
            DashboardChart.Series(name: one.name, values: one.values, incomplete: incomplete)
        }
        let former = before.series(chart, self.visit).map { one in
            DashboardChart.Series(name: self.visit.text("todayFormer"), values: one.values, isComparison: true)
        }
        series += former
        let places = before.places.count > now.places.count ? before.places : now.places
        return DashboardChart(
            title: self.visit.text(chart.title),
            form: .lines,
            places: places.map { String($0.suffix(5)) },
            series: series,
            format: { FigureSeries.text($0, chart.unit) }
        )
    }
}

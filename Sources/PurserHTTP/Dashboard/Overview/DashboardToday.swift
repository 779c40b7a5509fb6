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
    /// The number of days of the refund rate.
    private static let monthDays = 30

    /// Returns the values for the template: tiles, the states of subscriptions, and the chart of the day.
    func values() async throws -> [String: Any] {
        let calendar = FigureCalendar(timeZone: self.app.app.catalog.timeZone)
        let today = calendar.day(of: FigureBucket(self.services.ambient.now()))
        let everything = FigureSeries.Needs()
        var comparison = everything
        comparison.hasCurrencies = false
        var flows = comparison
        (flows.hasStocks, flows.hasAmounts) = (false, false)
        // The month of today without today, whose figures are known, and that of the same day a week ago.
        let largest = try await self.largestCurrency(on: today, calendar)
        guard let now = try await self.read(today...today, by: "hour", everything, largest),
            let before = try await self.read((today + -7)...(today + -7), by: "hour", comparison, now.currency),
            let months = try await self.read((today + -36)...(today + -1), by: "day", flows)
        else { return [:] }
        let others = try await self.others(now, on: today, calendar)
        let until = Self.time(now.completeCount)
        return [
            "hasOthers": !others.isEmpty, "others": others,
            "othersHeading": self.visit.text("todayOthers", until),
            "tiles": self.tiles(now, before, months),
            "states": self.states(now, before), "trialStarts": self.trialStarts(now, before),
            "chart": self.chart(now, before).values(for: self.visit), "hasChart": !now.places.isEmpty,
            "chartHeading": now.currency.isEmpty
                ? self.visit.text("todayPurchases") : self.visit.text("todayRevenueByHour", now.currency),
            "both": self.visit.text("todayBoth", self.app.app.catalog.timeZone), "charts": self.app.path("charts"),
        ]
    }

    /// Returns the currency with the most sales of the last 30 days, because before the first sale of a day all currencies
    /// have as many; an empty text without a sale.
    private func largestCurrency(on today: CivilDay, _ calendar: FigureCalendar) async throws -> String {
        let month = calendar.begin(of: today + Int64(1 - Self.monthDays))..<calendar.begin(of: today + 1)
        let (app, figures) = (self.app, self.services.figures)
        return try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await figures.largestCurrency(of: app.app, in: app.environment, month) ?? ""
        }
    }

    /// The end of the hours that are over: `09:00`.
    private static func time(_ hours: Int) -> String { (hours < 10 ? "0" : "") + "\(hours):00" }

    /// Returns the revenue in each currency but the one that is shown, with its change against a week ago.
    ///
    /// One that sold a week ago only is among them, and the change is that of the hours that are over.
    private func others(
        _ now: FigureSeries,
        on today: CivilDay,
        _ calendar: FigureCalendar
    ) async throws -> [[String: Any]] {
        let amounts = now.otherAmounts(Self.revenue, less: [.refundAmount])
        let hours = Int64(now.completeCount)
        guard hours > 0 else {
            return amounts.map { ["text": HTMLText.money($0.amount, in: $0.currency), "change": false] }
        }
        let spans = [today, today + -7].map { day -> Range<FigureBucket> in
            let begin = calendar.begin(of: day)
            let length = Int64(Span.hours(1).milliseconds / FigureBucket.length.milliseconds)
            return begin..<FigureBucket(number: begin.number + hours * length)
        }
        let (app, figures) = (self.app, self.services.figures)
        let compared = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await figures.currencies(of: app.app, in: app.environment, spans)
        }.map { currencies in
            currencies.mapValues { values in Self.revenue.reduce(0) { $0 + values[$1] } - values[.refundAmount] }
        }
        var all = Dictionary(uniqueKeysWithValues: amounts.map { ($0.currency, $0.amount) })
        for (currency, amount) in compared[1] where amount != 0 && currency != now.currency {
            all[currency] = all[currency] ?? 0
        }
        return all.sorted { $0.key < $1.key }.map { currency, amount in
            let change = self.change(compared[0][currency] ?? 0, compared[1][currency] ?? 0)
            return [
                "text": HTMLText.money(amount, in: currency),
                "change": change.map { ["text": $0.text, "color": $0.color] as Any } ?? false,
            ]
        }
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

    private func tiles(_ now: FigureSeries, _ before: FigureSeries, _ months: FigureSeries) -> [[String: Any]] {
        let money = Self.revenue
        let today = now.total(money, .money) - now.total([.refundAmount], .money)
        let hours = now.completeCount
        let until = Self.time(hours)
        func compared(_ figures: [Figure], _ unit: FigureChart.Unit, less: [Figure] = []) -> [String: Any] {
            let current = now.total(figures, unit, first: hours) - now.total(less, unit, first: hours)
            let former = before.total(figures, unit, first: hours) - before.total(less, unit, first: hours)
            return self.difference(current, former, self.visit.text("todayAgainst", until))
        }
        let weekCount = 7
        // Both on their own day: sales of the last days had less time to be refunded than those of a week ago.
        let refunds =
            months.total([.refunds]) - months.total([.refunds], .count, first: weekCount) + now.total([.refunds])
        let sales =
            months.total(Self.sales) - months.total(Self.sales, .count, first: weekCount) + now.total(Self.sales)
        let (formerRefunds, formerSales) = (
            months.total([.refunds], .count, first: Self.monthDays),
            months.total(Self.sales, .count, first: Self.monthDays)
        )
        return [
            self.tile(
                "todayRevenue",
                now.currency.isEmpty ? "0" : HTMLText.money(today, in: now.currency),
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
                sales > 0 ? Self.rate(refunds, sales) : "–",
                "refund-rate",
                self.rateDifference((refunds, sales), (formerRefunds, formerSales)),
                note: self.visit.text("todayRefunds", DashboardNumbers.count(refunds), DashboardNumbers.count(sales))
            ),
        ]
    }

    private static func rate(_ refunds: Int64, _ sales: Int64) -> String {
        FigureSeries.share(Double(refunds) / Double(sales) * 100)
    }

    /// Returns the comparison of the refund rate with that of a week ago, of which the lower one is better.
    private func rateDifference(
        _ current: (refunds: Int64, sales: Int64),
        _ former: (refunds: Int64, sales: Int64)
    ) -> [String: Any] {
        guard current.sales > 0, former.sales > 0 else { return ["text": "", "color": ""] }
        let before = Self.rate(former.refunds, former.sales)
        let text = self.visit.text("todayRateBefore", before)
        guard Self.rate(current.refunds, current.sales) != before else { return ["text": text, "color": ""] }
        let isHigher = current.refunds * former.sales > former.refunds * current.sales
        return ["text": "\(isHigher ? "▲" : "▼") \(text)", "color": isHigher ? "down" : "up"]
    }

    private func tile(
        _ name: String,
        _ value: String,
        _ chart: String,
        _ difference: [String: Any],
        note: String? = nil
    ) -> [String: Any] {
        [
            "name": self.visit.text(name), "value": value, "path": self.app.path("charts", chart),
            "difference": difference, "note": note.map { $0 as Any } ?? false,
        ]
    }

    /// Returns a comparison with the same time a week ago.
    private func difference(_ current: Int64, _ former: Int64, _ against: String) -> [String: Any] {
        guard let change = self.change(current, former) else {
            return ["text": self.visit.text("todaySame", against), "color": ""]
        }
        return ["text": "\(change.text) \(against)", "color": change.color]
    }

    /// Returns the size and the direction of a change; `nil` where there is none.
    private func change(_ current: Int64, _ former: Int64) -> (text: String, color: String)? {
        guard current != former else { return nil }
        let size =
            former > 0
            ? FigureSeries.share(abs(Double(current - former)) / Double(former) * 100)
            : self.visit.text("todayFromNothing")
        return current > former ? ("▲ \(size)", "up") : ("▼ \(size)", "down")
    }

    /// Returns the states of subscriptions, each with the number at the same time a week ago.
    private func states(_ now: FigureSeries, _ before: FigureSeries) -> [[String: Any]] {
        // What will not renew is paid or a trial, and no state of its own.
        let states: [(name: String, color: String, figure: Figure)] = [
            ("chartPaid", "good", .paid), ("chartTrials", "", .trials), ("chartWillEnd", "", .canceled),
            ("chartGrace", "warn", .grace), ("chartRetry", "warn", .retry),
        ]
        return states.map { state in
            [
                "name": self.visit.text(state.name), "color": state.color, "isPart": state.figure == .canceled,
                "count": DashboardNumbers.count(now.stock([state.figure])),
                "former": DashboardNumbers.count(before.stock([state.figure], first: now.completeCount)),
            ]
        }
    }

    /// Returns the sentence about the trials that began today.
    private func trialStarts(_ now: FigureSeries, _ before: FigureSeries) -> [String: Any] {
        let former = before.total([.trialStarts], .count, first: now.completeCount)
        return [
            "text": self.visit.text(
                "todayTrialStarts",
                DashboardNumbers.count(now.total([.trialStarts])),
                DashboardNumbers.count(former),
                Self.time(now.completeCount)
            ),
            "path": self.app.path("charts", "trials"),
        ]
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
            isWhole: chart.unit == .count,
            format: { FigureSeries.text($0, chart.unit, in: now.currency) }
        )
    }
}

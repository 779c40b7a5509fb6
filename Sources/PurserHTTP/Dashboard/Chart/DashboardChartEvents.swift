import Ledger
import PurserService

/// The way from a chart to the events that its figures count: those of its time, its product, its
/// storefront and its currency.
struct DashboardChartEvents: Sendable {
    /// The product; empty for all.
    let product: String
    /// The storefront; empty for all.
    let storefront: String
    /// The currency of a chart of money; empty for all.
    let currency: String

    /// Creates the way to the events of a product, a storefront and a currency.
    init(product: String, storefront: String = "", currency: String = "") {
        self.product = product
        self.storefront = storefront
        self.currency = currency
    }

    /// Creates the way to the events of what was chosen for a chart, and of its currency where there are others.
    init(_ choice: FigureSeries.Choice, _ chart: FigureChart, _ figures: FigureSeries) {
        let isOne = chart.unit == .money && (!choice.currency.isEmpty || figures.currencies.count > 1)
        self.init(
            product: choice.product,
            storefront: choice.storefront,
            currency: isOne ? figures.currency : ""
        )
    }

    /// Returns the values of a template: a link for each event, and what the lists cannot leave out.
    func values(
        of events: [EventName],
        in days: ClosedRange<CivilDay>?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        var notes: [String] = []
        if !self.storefront.isEmpty, !events.allSatisfy(\.statesStorefront) {
            notes.append(visit.text("chartBehindStorefronts"))
        }
        if !self.currency.isEmpty, !events.allSatisfy(\.statesCurrency) {
            notes.append(visit.text("chartBehindCurrencies"))
        }
        return [
            "events": events.map { event in
                ["name": visit.text(event.textKey), "path": self.path(to: [event], in: days, app)]
            },
            "note": notes.isEmpty ? false : notes.joined(separator: " ") as Any,
        ]
    }

    /// Returns the address of the list of some events; days in UTC.
    func path(to events: [EventName], in days: ClosedRange<CivilDay>?, _ app: DashboardApp) -> String {
        app.path(
            "events",
            query: [
                "type": events.map(\.rawValue).joined(separator: ","), "since": days?.lowerBound.text ?? "",
                "until": days?.upperBound.text ?? "", "product": self.product,
                "storefront": events.allSatisfy(\.statesStorefront) ? self.storefront : "",
                "currency": events.allSatisfy(\.statesCurrency) ? self.currency : "",
            ]
        )
    }
}

extension EventName {
    /// Whether its subject states a storefront, as purchases do.
    fileprivate var statesStorefront: Bool { self.noun == "transaction" }

    /// Whether its subject states a price with its currency.
    fileprivate var statesCurrency: Bool { ["transaction", "refund"].contains(self.noun) }
}

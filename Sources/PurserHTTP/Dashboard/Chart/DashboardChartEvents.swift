import Ledger
import PurserService

/// The way from a chart to the events that its figures count: those of its time, its product and its storefront.
struct DashboardChartEvents: Sendable {
    /// The product; empty for all.
    let product: String
    /// The storefront; empty for all.
    let storefront: String

    /// Creates the way to the events of a product and a storefront.
    init(product: String, storefront: String = "") {
        self.product = product
        self.storefront = storefront
    }

    /// Creates the way to the events of what was chosen.
    init(_ choice: FigureSeries.Choice) {
        self.init(product: choice.product, storefront: choice.storefront)
    }

    /// Returns the values of a template: a link for each event, and what the lists cannot leave out.
    func values(
        of events: [EventName],
        in days: ClosedRange<CivilDay>?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let isOfAll = !self.storefront.isEmpty && !events.allSatisfy(\.statesStorefront)
        return [
            "events": events.map { event in
                ["name": visit.text(event.textKey), "path": self.path(to: [event], in: days, app)]
            },
            "note": isOfAll ? visit.text("chartBehindStorefronts") : false as Any,
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
            ]
        )
    }
}

extension EventName {
    /// Whether its subject states a storefront, as purchases do.
    fileprivate var statesStorefront: Bool { self.noun == "transaction" }
}

import AppStore
import Hummingbird
import Ledger
import PurserService

/// The page with the changes of a product's price, and whether subscribers must consent to each.
struct DashboardPriceController: Sendable {
    private static let query = DashboardQuery(fields: [
        DashboardQuery.Field("storefront", label: "priceStorefront", hint: "USA")
    ])

    /// The use cases of prices.
    let prices: PriceService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "prices/:product", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let product = ProductID(visit.parameters.get("product") ?? "")
        let (prices, name) = (self.prices, app.app.name)
        let isCounting = visit.query["consents"] == "true"
        var values: [String: Any] = ["heading": visit.text("priceChangesOf", product.rawValue)]
        if app.app.live.catalog.products[product]?.kind == .autoRenewable, !isCounting {
            let storefront = visit.query["storefront"].trimmed
            let path = app.path(
                "prices",
                product.rawValue,
                query: ["consents": "true", "storefront": storefront]
            )
            values["actions"] = [visit.link("priceCountConsents", to: path)]
        }
        return try await Self.query.page(visit, title: "priceProductTitle", values) { [values] in
            let storefront = try visit.storefront("storefront")
            let (history, consents) = try await Problem.explaining(by: Problem.price) {
                () async throws(PriceError) -> (PriceHistory, (counts: PriceConsents, isComplete: Bool)?) in
                let history = try await prices.history(of: product, in: name)
                // This reads every subscription.
                return (history, isCounting ? try await prices.consents(of: product, in: name) : nil)
            }
            let changes = history.changes(in: storefront)
            let needs = try await Problem.explaining(by: Problem.price) { () throws(PriceError) in
                try prices.consents(to: changes, of: product, in: name)
            }
            var all = values.merging(Self.query.values(for: visit)) { $1 }
            all["says"] = self.sentences(history, consents, isCounting: isCounting, product, visit)
            let rows = Array(zip(changes, needs)).sorted { Self.precedes($0.0, $1.0) }
            return try await visit.page("plain", title: "priceProductTitle", table: Self.table(of: rows, visit), all)
        }
    }

    /// Returns whether a change is shown before another one: the newest first, then the base price, then by storefront.
    private static func precedes(_ left: PriceHistory.Change, _ right: PriceHistory.Change) -> Bool {
        guard left.entry.from == right.entry.from else { return left.entry.from > right.entry.from }
        let isBase = (left.entry.origin == .base, right.entry.origin == .base)
        return isBase.0 == isBase.1 ? left.storefront < right.storefront : isBase.0
    }

    private func sentences(
        _ history: PriceHistory,
        _ consents: (counts: PriceConsents, isComplete: Bool)?,
        isCounting: Bool,
        _ product: ProductID,
        _ visit: DashboardVisit
    ) -> [String] {
        var says = history.contradictions(at: self.prices.now()).map { one in
            visit.text(
                "priceContradiction",
                one.storefront,
                DashboardNumbers.money(one.apple),
                DashboardNumbers.money(one.catalog)
            )
        }
        if let consents {
            let (waiting, agreed) = (Int64(consents.counts.waiting), Int64(consents.counts.agreed))
            says.append(
                visit.text("priceConsents", DashboardNumbers.count(waiting), DashboardNumbers.count(agreed))
            )
            if !consents.isComplete { says.append(visit.text("priceConsentsIncomplete")) }
        }
        return says
    }

    private static func table(
        of rows: [(PriceHistory.Change, PriceIncreaseRule.Consent?)],
        _ visit: DashboardVisit
    ) -> DashboardTable {
        DashboardTable(
            name: "priceChanges",
            columns: [
                DashboardTable.Column("priceFrom"), DashboardTable.Column("priceStorefront"),
                DashboardTable.Column("priceBefore", isMoney: true),
                DashboardTable.Column("priceAmount", isMoney: true),
                DashboardTable.Column("priceOrigin"), DashboardTable.Column("priceSource"),
                DashboardTable.Column("priceConsent"),
            ],
            empty: "priceEmpty",
            of: rows
        ) { change, consent in
            DashboardTable.Row(cells: [
                visit.since(change.entry.from), DashboardTable.Cell(change.storefront),
                .money(change.before),
                .money(
                    change.entry.price,
                    note: change.entry.price == nil ? visit.text("priceUnknownFromHere") : nil
                ),
                DashboardTable.Cell(visit.origin(of: change.entry)),
                DashboardTable.Cell(visit.source(of: change.entry), note: change.entry.by),
                Self.consent(consent, visit),
            ])
        }
    }

    private static func consent(_ consent: PriceIncreaseRule.Consent?, _ visit: DashboardVisit) -> DashboardTable.Cell {
        switch consent {
        case .required(let reason):
            DashboardTable.Cell(
                visit.text("priceConsentRequired"),
                value: "required",
                note: visit.text(reason.textKey),
                chip: "warn"
            )
        case .requiredUnlessYearly:
            DashboardTable.Cell(visit.text("priceConsentUnlessYearly"), value: "requiredUnlessYearly", chip: "warn")
        case .notRequired: DashboardTable.Cell(visit.text("priceConsentNotRequired"), value: "notRequired")
        case nil: DashboardTable.Cell("–", value: "")
        }
    }
}

extension PriceIncreaseRule.Reason {
    /// The key of a sentence with the reason.
    fileprivate var textKey: String {
        switch self {
        case .storefront: "priceConsentStorefront"
        case .repeated: "priceConsentRepeated"
        case .large: "priceConsentLarge"
        case .otherCurrency: "priceConsentOtherCurrency"
        }
    }
}

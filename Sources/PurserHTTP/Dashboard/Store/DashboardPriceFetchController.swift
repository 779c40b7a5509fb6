import Hummingbird
import Ledger
import PurserService

/// The act that fetches prices from App Store Connect, whose preview is the same fetch without storing anything.
struct DashboardPriceFetchController: Sendable {
    /// The maximum number of changes that a preview lists.
    private static let maximumChanges = 100
    /// The maximum number of products in a list to choose from; of more, the id is typed.
    private static let maximumChoices = 200

    /// The use cases of prices.
    let prices: PriceService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "prices/fetch", for: .scope(.admin)) { visit, app in self.act(visit, app) }
    }

    private func act(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        let products = app.app.live.catalog.products.values.map(\.id.rawValue).sorted()
        let choices = [(value: "", name: visit.text("priceAllProducts"))] + products.map { (value: $0, name: $0) }
        return DashboardAct(
            title: "priceFetch",
            introduction: [visit.text("priceFetchAbout")],
            fields: [
                DashboardField(
                    name: "product",
                    label: "priceProduct",
                    kind: products.count > Self.maximumChoices ? .text : .choice(choices),
                    isRequired: false,
                    maximum: 255
                ),
                DashboardField(
                    name: "after",
                    label: "priceAfter",
                    help: "priceAfterHelp",
                    isRequired: false,
                    maximum: 255
                ),
            ],
            confirm: "priceFetch",
            back: app.path("prices"),
            preview: { form in
                let found = try await self.fetch(form, visit, app, isPreview: true)
                return Self.preview(of: found, visit)
            },
            perform: { form in
                let done = try await self.fetch(form, visit, app, isPreview: false)
                guard let next = done.next else { return app.path("prices", query: ["done": "donePricesFetched"]) }
                return app.path(
                    "prices",
                    "fetch",
                    query: [
                        "product": form["product"], "after": next.rawValue, "reason": form["reason"],
                        "done": "donePricesFetchedInPart",
                    ]
                )
            }
        )
    }

    private func fetch(
        _ form: DashboardForm,
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        isPreview: Bool
    ) async throws -> PriceService.UpdateResult {
        func product(_ name: String) -> ProductID? {
            form[name].trimmed.isEmpty ? nil : ProductID(form[name].trimmed)
        }
        let (one, last) = (product("product"), product("after"))
        let origin = try visit.origin(reasonIn: form)
        let prices = self.prices
        return try await Problem.explaining(by: Problem.price) { () async throws(PriceError) in
            try await prices.fetch(
                one,
                after: last,
                in: app.app.name,
                by: origin.name,
                reason: origin.reason,
                isPreview: isPreview
            )
        }
    }

    private static func preview(
        of found: PriceService.UpdateResult,
        _ visit: DashboardVisit
    ) -> DashboardAct.Preview {
        // The base price comes first: Apple derives most of the others from it.
        let ordered =
            found.changes.filter { $0.price.origin == .base } + found.changes.filter { $0.price.origin != .base }
        let changes = ordered.prefix(Self.maximumChanges).map { change in
            visit.text(
                "priceFetchChange",
                change.price.product.rawValue,
                change.price.storefront,
                DashboardNumbers.money(change.before),
                DashboardNumbers.money(change.price.price)
            )
        }
        var effects = [visit.text("priceFetchCount", "\(found.productCount)", "\(found.changes.count)")] + changes
        let more = found.changes.count - changes.count
        if more > 0 { effects.append(visit.text("catalogFurther", "\(more)")) }
        if !found.missing.isEmpty {
            effects.append(
                visit.text("priceFetchMissing", found.missing.map(\.rawValue).joined(separator: ", "))
            )
        }
        for (product, contradictions) in found.contradictions.sorted(by: { $0.key < $1.key }) {
            effects += contradictions.prefix(Self.maximumChanges).map { one in
                let subject = "\(product.rawValue), \(one.storefront)"
                let (apple, catalog) = (DashboardNumbers.money(one.apple), DashboardNumbers.money(one.catalog))
                return visit.text("priceContradiction", subject, apple, catalog)
            }
        }
        if let next = found.next { effects.append(visit.text("priceFetchNext", next.rawValue)) }
        if let stop = found.stop {
            let explanation = visit.explanation(code: stop.code, stop.detail)
            effects.append(visit.text("priceFetchStop", explanation.whole))
        }
        return DashboardAct.Preview(effects: effects, undo: visit.text("priceFetchUndo"))
    }
}

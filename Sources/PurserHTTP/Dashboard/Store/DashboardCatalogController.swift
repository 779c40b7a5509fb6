import Hummingbird
import Ledger
import PurserService

/// The page with the catalog in force: what is sold, and what each product unlocks or grants.
struct DashboardCatalogController: Sendable {
    /// The use cases of catalogs.
    let catalogs: CatalogService
    /// Returns the time of the ledger.
    let now: @Sendable () -> Instant

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "catalog", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let catalogs = self.catalogs
        let current = try await Problem.explaining(by: Problem.catalog) { () throws(CatalogServiceError) in
            try catalogs.current(of: app.app.name)
        }
        let catalog = current.catalog
        let words = DashboardProductText(visit: visit, now: self.now())
        var kinds: [(value: String, name: String)] = [("", visit.text("catalogAllKinds"))]
        for kind in DashboardProductText.kinds { kinds.append((kind.catalogName, words.kind(kind))) }
        var values: [String: Any] = [
            "says": self.sentence(current.version, visit),
            "actions": self.actions(visit, app),
            "groups": Self.groups(of: catalog), "entitlements": Self.entitlements(of: catalog),
            "coins": Self.coins(of: catalog, words),
        ]
        values["hasGroups"] = catalog.products.values.contains { $0.group != nil }
        values["hasEntitlements"] = !catalog.entitlements.isEmpty
        values["hasCoins"] = !catalog.coins.isEmpty
        values.merge(DashboardFilter(field: "kind", choices: kinds).values(for: visit)) { $1 }
        return try await visit.page(
            "catalog",
            title: "catalog",
            table: self.table(of: catalog, only: visit.query["kind"], words, app),
            values
        )
    }

    private func sentence(_ version: CatalogVersion?, _ visit: DashboardVisit) -> String {
        guard let version else { return visit.text("catalogNoVersion") }
        let at = version.appliedAt.minuteText
        let says = visit.text("catalogVersionBy", "\(version.number)", version.appliedBy, at)
        return version.note.map { "\(says) \(visit.text("catalogBecause", $0))" } ?? says
    }

    private func actions(_ visit: DashboardVisit, _ app: DashboardApp) -> [[String: Any]] {
        var actions: [[String: Any]] = []
        if visit.mayUse(.admin) {
            actions.append(visit.link("catalogEdit", to: app.path("catalog", "edit")))
        }
        return actions + [visit.link("catalogVersions", to: app.path("catalog", "versions"))]
    }

    private func table(
        of catalog: Catalog,
        only kind: String,
        _ words: DashboardProductText,
        _ app: DashboardApp
    ) -> DashboardTable {
        let order = DashboardProductText.kinds
        let products = catalog.products.values.filter { kind.isEmpty || $0.kind.catalogName == kind }.sorted {
            let places = (order.firstIndex(of: $0.kind) ?? 0, order.firstIndex(of: $1.kind) ?? 0)
            return places.0 != places.1 ? places.0 < places.1 : $0.id < $1.id
        }
        return DashboardTable(
            name: "catalogProducts",
            columns: [
                DashboardTable.Column("catalogProduct"), DashboardTable.Column("kind"),
                DashboardTable.Column("catalogGives"), DashboardTable.Column("catalogTerms"),
                DashboardTable.Column("catalogPrice", isMoney: true),
            ],
            empty: "catalogEmpty",
            of: products
        ) { words.row($0, app) }
    }

    // MARK: Groups, entitlements, coins

    private static func groups(of catalog: Catalog) -> [[String: Any]] {
        let grouped = Dictionary(grouping: catalog.products.values.filter { $0.group != nil }) {
            $0.group?.rawValue ?? ""
        }
        return grouped.sorted { $0.key < $1.key }.map { name, products in
            [
                "name": name,
                "levels": Dictionary(grouping: products) { $0.level ?? 1 }.sorted { $0.key < $1.key }.map {
                    level,
                    some in
                    ["level": "\(level)", "products": some.map(\.id.rawValue).sorted().joined(separator: ", ")]
                },
            ]
        }
    }

    private static func entitlements(of catalog: Catalog) -> [[String: Any]] {
        catalog.entitlements.values.sorted { $0.name < $1.name }.map { entitlement in
            let products = catalog.products.values.filter { $0.unlocks.contains(entitlement.name) }.map(\.id.rawValue)
            return [
                "name": entitlement.name.rawValue,
                "english": entitlement.displayNames["en"] ?? "–",
                "chinese": entitlement.displayNames["zh-Hans"] ?? "–",
                "products": products.isEmpty ? "–" : products.sorted().joined(separator: ", "),
            ]
        }
    }

    private static func coins(of catalog: Catalog, _ words: DashboardProductText) -> [[String: Any]] {
        catalog.coins.sorted { $0.key < $1.key }.map { name, coin in
            ["name": name, "apple": words.rate(coin.apple), "elsewhere": words.rate(coin.elsewhere)]
        }
    }
}

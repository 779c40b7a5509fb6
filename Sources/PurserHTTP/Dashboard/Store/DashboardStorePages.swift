import PurserService

/// The pages about the catalog and its prices.
struct DashboardStorePages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = [
        DashboardNavigation.Page(path: "catalog", name: "catalog", group: .store, letter: "k"),
        DashboardNavigation.Page(path: "prices", name: "prices", group: .money, letter: "i"),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardCatalogController(catalogs: self.services.catalogs).add(to: routes)
        DashboardCatalogEditController(catalogs: self.services.catalogs).add(to: routes)
        DashboardCatalogVersionsController(catalogs: self.services.catalogs).add(to: routes)
        DashboardPricesController(prices: self.services.prices).add(to: routes)
        DashboardPriceController(prices: self.services.prices).add(to: routes)
        DashboardPriceFetchController(prices: self.services.prices).add(to: routes)
    }
}

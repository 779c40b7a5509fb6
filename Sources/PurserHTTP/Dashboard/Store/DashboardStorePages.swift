import Ledger
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
        DashboardCatalogController(catalogs: self.services.catalogs, now: self.services.ambient.now).add(to: routes)
        DashboardCatalogEditController(catalogs: self.services.catalogs).add(to: routes)
        DashboardCatalogVersionsController(catalogs: self.services.catalogs).add(to: routes)
        DashboardPricesController(prices: self.services.prices).add(to: routes)
        DashboardPriceController(prices: self.services.prices).add(to: routes)
        DashboardPriceFetchController(prices: self.services.prices).add(to: routes)
    }
}

extension DashboardVisit {
    /// Returns the cell with the beginning of a price; a price without a known beginning says so.
    func since(_ instant: Instant) -> DashboardTable.Cell {
        instant == PriceHistory.always
            ? DashboardTable.Cell(self.text("priceAlways"), value: "") : DashboardTable.Cell(instant)
    }

    /// Returns how a price came about.
    func origin(of entry: PriceHistory.Entry) -> String {
        switch entry.origin {
        case .base: self.text("priceOriginBase")
        case .byHand: self.text("priceOriginByHand")
        case .equalized: self.text("priceOriginEqualized")
        case nil: "–"
        }
    }

    /// Returns where a price is known from.
    func source(of entry: PriceHistory.Entry) -> String {
        switch entry.source {
        case .catalog(let version): self.text("priceSourceCatalog", "\(version)")
        case .apple(.fetched): self.text("priceSourceFetched")
        case .apple(.imported): self.text("priceSourceImported")
        }
    }
}

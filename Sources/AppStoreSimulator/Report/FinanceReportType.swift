/// The form of a financial report.
enum FinanceReportType: String, Sendable {
    /// A fiscal month of one region, or of all of them (`ZZ`).
    case financial = "FINANCIAL"
    /// With the days of the sale and of its settlement, of all regions (`Z1`).
    case detail = "FINANCE_DETAIL"

    /// Whether Apple makes it of a region.
    func covers(_ region: String) -> Bool {
        switch self {
        case .financial: region == "ZZ" || WorldStorefront.financeRegions.contains(region)
        case .detail: region == "Z1"
        }
    }

    /// Its columns, in Apple's order.
    var columns: [String] {
        switch self {
        case .financial:
            [
                "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity", "Partner Share",
                "Extended Partner Share", "Partner Share Currency", "Sales or Return", "Apple Identifier",
                "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
                "Product Type Identifier", "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
                "Customer Price", "Customer Currency",
            ]
        case .detail:
            [
                "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
                "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share", "Extended Partner Share",
                "Partner Share Currency", "Customer Price", "Customer Currency", "Sale or Return", "Promo Code",
                "Order Type", "Region",
            ]
        }
    }
}

import PurserService

extension ExitStatus {
    /// The status that is agreed for a code about prices.
    static func agreedForPrices(_ code: String) -> Self? {
        switch code {
        case "price_product_unknown", "price_points_unknown", "price_ambiguous", "price_base_missing": .negative
        case "price_storefront_needed", "storefront_unknown": .wrongUsage
        case "price_sales_incomplete", "price_fetch_running": .tryAgain
        case "price_app_number_missing": .badConfiguration
        case _ where PriceFileError.Code(rawValue: code) != nil: .badData
        default: nil
        }
    }
}

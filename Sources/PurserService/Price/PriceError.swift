package import AppStore
package import Ledger

/// The reason why the server cannot answer a question about prices or complete a change of them.
package enum PriceError: Error, Hashable, Sendable {
    /// The server has no app of this name.
    case unknownApp
    /// Neither a catalog nor Apple ever had a price for the product.
    case unknownProduct
    /// No price points are known in a currency, or none in the storefront.
    case pointsUnknown(currency: String)
    /// The price points in a currency differ; the request must name one of these storefronts.
    case storefrontNeeded([String])
    /// The app has no access to App Store Connect.
    case connectMissing
    /// Another fetch of the app's prices is running.
    case fetchRunning
    /// Products cannot be found in App Store Connect, because the app's Apple ID is not configured.
    case appNumberMissing
    /// The file has no price of the product in Apple's base storefront.
    case basePriceMissing(String)
    /// The file has several prices of one storefront where it must have one.
    case pricesAmbiguous(String)
    /// The file of prices has an error.
    case file(PriceFileError)
    /// App Store Connect did not answer the request.
    case connect(ConnectError)
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .unknownApp: "app_unknown"
        case .unknownProduct: "price_product_unknown"
        case .pointsUnknown: "price_points_unknown"
        case .storefrontNeeded: "price_storefront_needed"
        case .connectMissing: "connect_not_configured"
        case .fetchRunning: "price_fetch_running"
        case .appNumberMissing: "price_app_number_missing"
        case .basePriceMissing: "price_base_missing"
        case .pricesAmbiguous: "price_ambiguous"
        case .file(let error): error.code.rawValue
        case .connect(let error): error.code
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what would be right, as sentences; text from a file or from Apple is shortened.
    package var detail: String {
        switch self {
        case .unknownApp: "No app of this name is served here."
        case .unknownProduct: "Neither a catalog nor Apple ever had a price for this product. Check the id."
        case .pointsUnknown(let currency):
            "No price points in \(currency) are known there. Fetch them: purser prices fetch, import Apple's file: "
                + "purser prices import FILE, or write them into the catalog: pricePoints."
        case .storefrontNeeded(let storefronts):
            "The price points of the storefronts with this currency differ. Name one: "
                + storefronts.joined(separator: " ")
        case .connectMissing:
            "The app has no access to App Store Connect. Configure apps.APP.appStoreConnect, or import Apple's file: "
                + "purser prices import FILE --product ID"
        case .fetchRunning: "Another fetch of the app's prices is running. Wait until it has ended."
        case .appNumberMissing:
            "Some products have no appStoreId in the catalog, and the app has no appAppleId in the configuration to "
                + "look for them. Write one of the two."
        case .basePriceMissing(let base):
            "The file has no price in the base storefront \(base). Name the base storefront for which Apple made the file."
        case .pricesAmbiguous(let storefront):
            "The file has several prices in \(storefront). It is a file of price points: import it without a product."
        case .file(let error): error.issue(in: "the file").description
        case .connect(let error):
            "App Store Connect did not answer the request (\(error.code)); nothing was stored."
                + (error.answer.map { " Apple says: \($0.title) \($0.detail)" } ?? "")
        case .storage: "The database is not available; nothing was stored. Try again."
        }
    }
}

package import AppStore
package import Ledger

/// Why nothing can be said of prices, or nothing was done about them.
package enum PriceError: Error, Hashable, Sendable {
    /// No app of this name is served here.
    case unknownApp
    /// Neither a catalog nor Apple ever had a price of the product.
    case unknownProduct
    /// No price points are known in a currency, or not in the storefront.
    case pointsUnknown(currency: String)
    /// The price points in a currency differ; one of these storefronts is to be named.
    case storefrontNeeded([String])
    /// The app has no access to App Store Connect.
    case connectMissing
    /// Another fetch of the app's prices runs.
    case fetchRunning
    /// Products cannot be found in App Store Connect, because Apple's number of the app is not configured.
    case appNumberMissing
    /// A product has no price in Apple's base storefront in the file.
    case basePriceMissing(String)
    /// A storefront has several prices in a file that has to have one for each.
    case pricesAmbiguous(String)
    /// The file of prices has a mistake.
    case file(PriceFileError)
    /// App Store Connect did not answer.
    case connect(ConnectError)
    /// The database is at fault.
    case storage(RepositoryError)

    /// A stable code.
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

    /// What is wrong and what would be right, in sentences; what a file or Apple says is shortened.
    package var detail: String {
        switch self {
        case .unknownApp: "No app of this name is served here."
        case .unknownProduct: "Neither a catalog nor Apple ever had a price of this product. Check the id."
        case .pointsUnknown(let currency):
            "No price points in \(currency) are known there. Fetch them: purser prices fetch, import Apple's file: "
                + "purser prices import FILE, or write them into the catalog: pricePoints."
        case .storefrontNeeded(let storefronts):
            "The price points of the storefronts with this currency differ. Name one: "
                + storefronts.joined(separator: " ")
        case .connectMissing:
            "The app has no access to App Store Connect. Configure apps.APP.appStoreConnect, or import Apple's file: "
                + "purser prices import FILE --product ID"
        case .fetchRunning: "Another fetch of the app's prices runs. Wait until it has ended."
        case .appNumberMissing:
            "Some products have no appStoreId in the catalog, and the app has no appAppleId in the configuration to "
                + "look for them. Write one of the two."
        case .basePriceMissing(let base):
            "The file has no price in the base storefront \(base). Name the base with which Apple made the file."
        case .pricesAmbiguous(let storefront):
            "The file has several prices in \(storefront). It is a file of price points: import it without a product."
        case .file(let error): error.issue(in: "the file").description
        case .connect(let error):
            "App Store Connect did not answer what was asked (\(error.code)); nothing was kept."
                + (error.answer.map { " Apple says: \($0.title) \($0.detail)" } ?? "")
        case .storage: "The database cannot be asked now; nothing was kept. Try again."
        }
    }
}

import Ledger
import PurserService

/// A storefront in which Apple charges another price than the newest catalog says, as our JSON.
struct PriceFindingBody: Encodable {
    let code: String
    let product: String
    let storefront: String
    let catalogPrice: MoneyBody
    let applePrice: MoneyBody

    init(_ contradiction: PriceHistory.Contradiction, of product: ProductID) {
        self.code = PriceHistory.Contradiction.Code.contradictsCatalog.rawValue
        self.product = product.rawValue
        self.storefront = contradiction.storefront
        self.catalogPrice = MoneyBody(contradiction.catalog)
        self.applePrice = MoneyBody(contradiction.apple)
    }

    /// Its form.
    static let schema = APISchema.named(
        "PriceFinding",
        .object(
            .required("code", .words(PriceHistory.Contradiction.Code.allCases.map(\.rawValue))),
            .required("product", .product),
            .required("storefront", .words(StorefrontCode.all)),
            .required("catalogPrice", .money, "What the newest catalog says."),
            .required("applePrice", .money, "What Apple charges, which counts.")
        )
    )
}

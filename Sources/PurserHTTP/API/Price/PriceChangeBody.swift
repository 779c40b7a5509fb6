import Ledger
import PurserService

/// A change of a price, as our JSON.
struct PriceChangeBody: Encodable {
    let storefront: String
    let before: MoneyBody?
    let price: MoneyBody?
    let from: String?
    let origin: String?
    let source: String
    let catalogVersion: Int64?
    let by: String

    init(_ change: PriceHistory.Change) {
        self.storefront = change.storefront
        self.before = change.before.map(MoneyBody.init)
        self.price = change.entry.price.map(MoneyBody.init)
        self.from = PriceBody.instant(change.entry.from)
        self.origin = change.entry.origin?.rawValue
        self.source = PriceBody.source(change.entry.source)
        self.catalogVersion = PriceBody.version(change.entry.source)
        self.by = change.entry.by
    }

    /// Its form.
    static let schema = APISchema.named(
        "PriceChange",
        .record(
            [
                .required("storefront", .words(StorefrontCode.all)),
                .optional("before", .money, "What counted before; absent where none was known."),
            ] + PriceBody.properties.filter { $0.name != "catalogPrice" }
        )
    )
}

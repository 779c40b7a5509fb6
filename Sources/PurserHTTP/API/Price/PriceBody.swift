import Ledger
import PurserService

/// A price that counts, as our JSON.
struct PriceBody: Encodable {
    let product: String
    let storefront: String
    let price: MoneyBody?
    let from: String?
    let origin: String?
    let source: String
    let catalogVersion: Int64?
    let by: String
    let catalogPrice: MoneyBody?

    init(_ listed: PriceService.Listed) {
        let entry = listed.entry
        self.product = listed.product.rawValue
        self.storefront = listed.storefront
        self.price = entry.price.map(MoneyBody.init)
        self.from = Self.instant(entry.from)
        self.origin = entry.origin?.rawValue
        self.source = Self.source(entry.source)
        self.catalogVersion = Self.version(entry.source)
        self.by = entry.by
        self.catalogPrice = listed.contradicted.map(MoneyBody.init)
    }

    /// Returns an instant as our JSON has it; `nil` for prices without a known beginning.
    static func instant(_ instant: Instant) -> String? {
        instant == PriceHistory.always ? nil : instant.rfc3339
    }

    /// Returns the word for where a price is known from.
    static func source(_ source: PriceHistory.Source) -> String {
        switch source {
        case .catalog: "catalog"
        case .apple(let source): source.rawValue
        }
    }

    /// Returns the version of the catalog that a price is known from.
    static func version(_ source: PriceHistory.Source) -> Int64? {
        guard case .catalog(let version) = source else { return nil }
        return version
    }

    /// Its form.
    static let schema = APISchema.named(
        "Price",
        .record(
            [.required("product", .product), .required("storefront", .words(StorefrontCode.all))] + Self.properties
        )
    )

    /// The members that a price and a change have.
    static let properties: [APIProperty] = [
        .optional("price", .money, "What counts; absent where none is known any longer."),
        .optional("from", .instant, "The instant from which it counts; absent where it has no known beginning."),
        .optional(
            "origin",
            .words(PriceSchedule.Origin.allCases.map(\.rawValue)),
            "`base` is the base storefront's, `byHand` was set for the storefront, `equalized` Apple made of the base's."
        ),
        .required(
            "source",
            .words(["catalog"] + FetchedPrice.Source.allCases.map(\.rawValue)),
            "Where it is known from: the catalog, App Store Connect, or an imported file of Apple's."
        ),
        .optional("catalogVersion", .integer(1...Int64.max), "The version of the catalog that brought it."),
        .required("by", .string(), "Who applied the catalog, or fetched or imported the price."),
        .optional("catalogPrice", .money, "What the newest catalog says, where Apple charges another price."),
    ]
}

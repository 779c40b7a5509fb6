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
            [.required("product", .product), .required("storefront", .enumeration(StorefrontCode.all))]
                + Self.properties
        )
    )

    /// The members that a price and a change have.
    static let properties: [APIProperty] = [
        .optional("price", .money, "What counts; absent where none is known any longer."),
        .optional("from", .instant, "The instant from which it counts; absent where it has no known beginning."),
        .optional(
            "origin",
            .enumeration(PriceSchedule.Origin.allCases.map(\.rawValue)),
            "`base` is the base storefront's, `byHand` was set for the storefront, `equalized` Apple made of the base's."
        ),
        .required(
            "source",
            .enumeration(["catalog"] + FetchedPrice.Source.allCases.map(\.rawValue)),
            "Where it is known from: the catalog, App Store Connect, or an imported file of Apple's."
        ),
        .optional("catalogVersion", .integer(1...Int64.max), "The version of the catalog that brought it."),
        .required("by", .string(), "Who applied the catalog, or fetched or imported the price."),
        .optional("catalogPrice", .money, "What the newest catalog says, where Apple charges another price."),
    ]
}

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
                .required("storefront", .enumeration(StorefrontCode.all)),
                .optional("before", .money, "What counted before; absent where none was known."),
            ] + PriceBody.properties.filter { $0.name != "catalogPrice" }
        )
    )
}

/// The price points around a price, as our JSON.
struct NearestPricesBody: Encodable {
    /// One of them.
    struct Point: Encodable {
        let place: String
        let nearest: Bool
        let price: MoneyBody
        let difference: MoneyBody
        let coins: [String: Int]
        let proceeds: MoneyBody?
        let secondYearProceeds: MoneyBody?
    }

    let price: MoneyBody
    let storefronts: [String]
    let points: [Point]

    /// The body of price points, with what their differences are worth in the coins of a catalog.
    init(_ nearest: PriceService.Nearest, coins: [String: Coin]) {
        self.price = MoneyBody(nearest.sum)
        self.storefronts = nearest.storefronts
        let isOfOne = nearest.storefronts.count == 1
        self.points = nearest.points.map { near in
            Point(
                place: near.place.rawValue,
                nearest: near.isNearest,
                price: MoneyBody(near.point.price),
                difference: MoneyBody(near.difference),
                coins: coins.compactMapValues { $0.apple?.coins(for: near.difference) },
                proceeds: isOfOne ? near.point.proceeds.map(MoneyBody.init) : nil,
                secondYearProceeds: isOfOne ? near.point.secondYearProceeds.map(MoneyBody.init) : nil
            )
        }
    }

    /// Its form.
    static let schema = APISchema.named(
        "NearestPrices",
        .object(
            .required("price", .money, "The price that was asked about."),
            .required(
                "storefronts",
                .array(of: .enumeration(StorefrontCode.all)),
                "The storefronts that have these price points; none where only the catalog names them."
            ),
            .required(
                "points",
                .array(
                    of: .object(
                        .required("place", .enumeration("below", "above", "equal"), "Where the price point is."),
                        .required("nearest", .boolean, "Of two that are equally near, the one above."),
                        .required("price", .money, "What the customer pays."),
                        .required("difference", .money, "How far it is from the price."),
                        .required(
                            "coins",
                            .map(of: .integer(0...Int64.max)),
                            "What the difference is worth, by the coins of the catalog."
                        ),
                        .optional("proceeds", .money, "What the developer receives, where one storefront is meant."),
                        .optional("secondYearProceeds", .money, "The same from a subscription's second year on.")
                    )
                ),
                "The price point that is equal, or those below and above."
            )
        )
    )
}

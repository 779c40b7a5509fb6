import AppStore
import Ledger
import PurserService

/// A price in JSON.
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

    /// Returns an instant in JSON; `nil` for a price without a known beginning.
    static func instant(_ instant: Instant) -> String? {
        instant == PriceHistory.always ? nil : instant.rfc3339
    }

    /// Returns the name of the source of a price.
    static func source(_ source: PriceHistory.Source) -> String {
        switch source {
        case .catalog: "catalog"
        case .apple(let source): source.rawValue
        }
    }

    /// Returns the version of the catalog that is the source of a price.
    static func version(_ source: PriceHistory.Source) -> Int64? {
        guard case .catalog(let version) = source else { return nil }
        return version
    }

    /// Its schema.
    static let schema = APISchema.named(
        "Price",
        .record(
            [.required("product", .product), .required("storefront", .enumeration(StorefrontCode.all))]
                + Self.properties
        )
    )

    /// The members of a price and of a change.
    static let properties: [APIProperty] = [
        .optional("price", .money, "The price; absent if none is known any longer."),
        .optional("from", .instant, "The instant from which it is valid; absent if unknown."),
        .optional(
            "origin",
            .enumeration(PriceSchedule.Origin.allCases.map(\.rawValue)),
            "`base`: the price of the base storefront; `byHand`: set for the storefront; `equalized`: derived by "
                + "Apple from the base."
        ),
        .required(
            "source",
            .enumeration(["catalog"] + FetchedPrice.Source.allCases.map(\.rawValue)),
            "The source: the catalog, App Store Connect, or an imported file from Apple."
        ),
        .optional("catalogVersion", .integer(1...Int64.max), "The version of the catalog that contained it."),
        .required("by", .string(), "Who applied the catalog, or fetched or imported the price."),
        .optional("catalogPrice", .money, "The price in the newest catalog, if Apple charges another one."),
    ]
}

/// A change of a price in JSON.
struct PriceChangeBody: Encodable {
    let storefront: String
    let before: MoneyBody?
    let price: MoneyBody?
    let from: String?
    let origin: String?
    let source: String
    let catalogVersion: Int64?
    let by: String
    let consent: String?
    let consentReason: String?

    init(_ change: PriceHistory.Change, consent: PriceIncreaseRule.Consent?) {
        self.storefront = change.storefront
        self.before = change.before.map(MoneyBody.init)
        self.price = change.entry.price.map(MoneyBody.init)
        self.from = PriceBody.instant(change.entry.from)
        self.origin = change.entry.origin?.rawValue
        self.source = PriceBody.source(change.entry.source)
        self.catalogVersion = PriceBody.version(change.entry.source)
        self.by = change.entry.by
        self.consent = consent.map { Consent($0).rawValue }
        self.consentReason = if case .required(let reason)? = consent { reason.rawValue } else { nil }
    }

    /// The answer to whether subscribers must agree.
    private enum Consent: String, CaseIterable {
        case notRequired, required, requiredUnlessYearly

        init(_ consent: PriceIncreaseRule.Consent) {
            switch consent {
            case .notRequired: self = .notRequired
            case .required: self = .required
            case .requiredUnlessYearly: self = .requiredUnlessYearly
            }
        }
    }

    /// Its schema.
    static let schema = APISchema.named(
        "PriceChange",
        .record(
            [
                .required("storefront", .enumeration(StorefrontCode.all)),
                .optional("before", .money, "The previous price; absent if none was known."),
            ] + PriceBody.properties.filter { $0.name != "catalogPrice" } + [
                .optional(
                    "consent",
                    .enumeration(Consent.allCases.map(\.rawValue)),
                    "Whether subscribers must agree to the change; absent for a first price, and for a product that is "
                        + "no auto-renewable subscription."
                ),
                .optional(
                    "consentReason",
                    .enumeration(PriceIncreaseRule.Reason.allCases.map(\.rawValue)),
                    "Why consent is required."
                ),
            ]
        )
    )
}

/// The price points near a price in JSON.
struct NearestPricesBody: Encodable {
    /// A price point.
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

    /// Creates the body of price points, with the value of their differences in the coins of a catalog.
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

    /// Its schema.
    static let schema = APISchema.named(
        "NearestPrices",
        .object(
            .required("price", .money, "The requested price."),
            .required(
                "storefronts",
                .array(of: .enumeration(StorefrontCode.all)),
                "The storefronts with these price points; absent if only the catalog contains them."
            ),
            .required(
                "points",
                .array(
                    of: .object(
                        .required(
                            "place",
                            .enumeration("below", "above", "equal"),
                            "The position of the price point relative to the price."
                        ),
                        .required(
                            "nearest",
                            .boolean,
                            "Whether it is the nearest; of two equally near ones, the one above."
                        ),
                        .required("price", .money, "The price that the customer pays."),
                        .required("difference", .money, "The distance from the requested price."),
                        .required(
                            "coins",
                            .map(of: .integer(0...Int64.max)),
                            "The value of the difference in the coins of the catalog."
                        ),
                        .optional("proceeds", .money, "The developer's proceeds, for a single storefront."),
                        .optional(
                            "secondYearProceeds",
                            .money,
                            "The proceeds from the second year of a subscription on."
                        )
                    )
                ),
                "The equal price point, or those below and above."
            )
        )
    )
}

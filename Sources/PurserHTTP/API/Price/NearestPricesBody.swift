import Ledger
import PurserService

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
                .array(of: .words(StorefrontCode.all)),
                "The storefronts that have these price points; none where only the catalog names them."
            ),
            .required(
                "points",
                .array(
                    of: .object(
                        .required("place", .words("below", "above", "equal"), "Where the price point is."),
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

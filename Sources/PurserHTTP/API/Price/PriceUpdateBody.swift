import Ledger
import PurserService

/// The result of a fetch or an import of prices in JSON.
struct PriceUpdateBody: Encodable {
    /// A price that changed.
    struct Change: Encodable {
        let product: String
        let storefront: String
        let before: MoneyBody?
        let price: MoneyBody
        let from: String?
        let origin: String
    }

    /// The price points of a storefront.
    struct Points: Encodable {
        let storefront: String
        let count: Int
    }

    let kept: Bool
    let products: Int
    let changes: [Change]
    let issues: [PriceIssueBody]
    let missing: [String]
    let points: [Points]
    let next: String?
    let stopped: String?

    init(_ result: PriceService.UpdateResult) {
        self.kept = result.isKept
        self.products = result.productCount
        self.changes = result.changes.map { change in
            Change(
                product: change.price.product.rawValue,
                storefront: change.price.storefront,
                before: change.before.map(MoneyBody.init),
                price: MoneyBody(change.price.price),
                from: change.price.startsAt?.rfc3339,
                origin: change.price.origin.rawValue
            )
        }
        self.issues = result.contradictions.sorted { $0.key < $1.key }.flatMap { product, contradictions in
            contradictions.map { PriceIssueBody($0, of: product) }
        }
        self.missing = result.missing.map(\.rawValue)
        self.next = result.next?.rawValue
        self.stopped = result.stop?.code
        self.points = result.pointCounts.sorted { $0.key < $1.key }.map {
            Points(storefront: $0.key, count: $0.value)
        }
    }

    /// Its schema.
    static let schema = APISchema.named(
        "PriceIssues",
        .object(
            .required("kept", .boolean, "Whether the result was stored; `false` for a preview."),
            .required("products", .integer(0...Int64.max), "The number of products with known prices from Apple."),
            .required(
                "changes",
                .array(
                    of: .object(
                        .required("product", .product),
                        .required("storefront", .enumeration(StorefrontCode.all)),
                        .optional("before", .money, "The previous price."),
                        .required("price", .money, "The price that Apple charges."),
                        .optional("from", .instant, "The instant from which it is valid, if Apple states one."),
                        .required("origin", .enumeration(PriceSchedule.Origin.allCases.map(\.rawValue)))
                    )
                ),
                "The prices that changed."
            ),
            .required(
                "issues",
                .array(of: PriceIssueBody.schema),
                "Differences between Apple's prices and the catalog."
            ),
            .required("missing", .array(of: .product), "The products that Apple does not know."),
            .required(
                "points",
                .array(
                    of: .object(
                        .required("storefront", .enumeration(StorefrontCode.all)),
                        .required("count", .integer(0...Int64.max))
                    )
                ),
                "The number of price points, by storefront."
            ),
            .optional("next", .product, "The product to send as `after` to continue; absent if the fetch is complete."),
            .optional(
                "stopped",
                .string(length: 1...64),
                "The code of the error that interrupted a fetch; earlier results were stored."
            )
        )
    )
}

/// A difference between Apple's price and the newest catalog in one storefront, in JSON.
struct PriceIssueBody: Encodable {
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

    /// Its schema.
    static let schema = APISchema.named(
        "PriceFinding",
        .object(
            .required("code", .enumeration(PriceHistory.Contradiction.Code.allCases.map(\.rawValue))),
            .required("product", .product),
            .required("storefront", .enumeration(StorefrontCode.all)),
            .required("catalogPrice", .money, "The price in the newest catalog."),
            .required("applePrice", .money, "The price that Apple charges, which takes precedence.")
        )
    )
}

/// The sales at a price that their product did not have, in JSON.
struct PriceMismatchesBody: Encodable {
    /// The sales of one product, storefront and price.
    struct Row: Encodable {
        let product: String
        let storefront: String
        let price: MoneyBody
        let expected: MoneyBody?
        let count: Int
        let first: String
        let last: String
        let transactions: [String]
    }

    let from: String
    let to: String
    let sales: Int
    let unknown: Int
    let unlisted: Int
    let mismatches: [Row]
    let next: String?

    init(_ page: PriceService.MismatchPage, within span: Range<Instant>) {
        let mismatches = page.mismatches
        self.from = span.lowerBound.rfc3339
        self.to = span.upperBound.rfc3339
        self.sales = mismatches.saleCount
        self.unknown = mismatches.unknownCount
        self.unlisted = mismatches.unlistedCount
        self.mismatches = mismatches.found.sorted { $0.key < $1.key }.map { key, found in
            Row(
                product: key.product.rawValue,
                storefront: key.storefront,
                price: MoneyBody(key.price),
                expected: found.expected.map(MoneyBody.init),
                count: found.count,
                first: found.first.rfc3339,
                last: found.last.rfc3339,
                transactions: found.examples.map(\.rawValue)
            )
        }
        self.next = page.next?.text
    }

    /// Its schema.
    static let schema = APISchema.named(
        "PriceMismatches",
        .object(
            .required("from", .instant),
            .required("to", .instant, "The end, exclusive."),
            .required("sales", .integer(0...Int64.max), "The number of examined sales."),
            .required("unknown", .integer(0...Int64.max), "The number of sales without a known price for comparison."),
            .required("unlisted", .integer(0...Int64.max), "The number of mismatches beyond the list."),
            .required(
                "mismatches",
                .array(
                    of: .object(
                        .required("product", .product),
                        .required("storefront", .string(), "ISO 3166-1 alpha-3."),
                        .required("price", .money, "The price that customers paid for one unit."),
                        .optional("expected", .money, "The expected price at the last of these sales."),
                        .required("count", .integer(1...Int64.max), "The number of sales."),
                        .required("first", .instant),
                        .required("last", .instant),
                        .required("transactions", .array(of: .transaction), "The first transactions found.")
                    )
                ),
                "By product, storefront and price; at most 1000."
            ),
            .optional("next", .string(), "The `cursor` of the next sales, if not all of the time were compared.")
        )
    )
}

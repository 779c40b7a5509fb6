import Ledger
import PurserService

/// The sales with a price that is none of their product's, as our JSON.
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

    init(_ mismatches: PriceMismatches, within span: Range<Instant>) {
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
    }

    /// Its form.
    static let schema = APISchema.named(
        "PriceMismatches",
        .object(
            .required("from", .instant),
            .required("to", .instant, "The end, which is not part of the span."),
            .required("sales", .integer(0...Int64.max), "How many sales were looked at."),
            .required("unknown", .integer(0...Int64.max), "How many could not be judged: no price was known."),
            .required("unlisted", .integer(0...Int64.max), "How many have a price that is left out of the list."),
            .required(
                "mismatches",
                .array(
                    of: .object(
                        .required("product", .product),
                        .required("storefront", .string(), "ISO 3166-1 alpha-3."),
                        .required("price", .money, "What customers paid for one."),
                        .optional("expected", .money, "What counted at the last of them."),
                        .required("count", .integer(1...Int64.max), "How many sales have it."),
                        .required("first", .instant),
                        .required("last", .instant),
                        .required("transactions", .array(of: .transaction), "The first of them that were met.")
                    )
                ),
                "By product, storefront and price; no more than 1000."
            )
        )
    )
}

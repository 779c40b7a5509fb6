import Ledger
import PurserService

/// What a fetch or an import of prices found, as our JSON.
struct PriceFindingsBody: Encodable {
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
    let findings: [PriceFindingBody]
    let missing: [String]
    let points: [Points]
    let next: String?
    let stopped: String?

    init(_ findings: PriceService.Findings) {
        self.kept = findings.isKept
        self.products = findings.productCount
        self.changes = findings.changes.map { change in
            Change(
                product: change.price.product.rawValue,
                storefront: change.price.storefront,
                before: change.before.map(MoneyBody.init),
                price: MoneyBody(change.price.price),
                from: change.price.startsAt?.rfc3339,
                origin: change.price.origin.rawValue
            )
        }
        self.findings = findings.contradictions.sorted { $0.key < $1.key }.flatMap { product, contradictions in
            contradictions.map { PriceFindingBody($0, of: product) }
        }
        self.missing = findings.missing.map(\.rawValue)
        self.next = findings.next?.rawValue
        self.stopped = findings.stop?.code
        self.points = findings.pointCounts.sorted { $0.key < $1.key }.map {
            Points(storefront: $0.key, count: $0.value)
        }
    }

    /// Its form.
    static let schema = APISchema.named(
        "PriceFindings",
        .object(
            .required("kept", .boolean, "`false` for a preview."),
            .required("products", .integer(0...Int64.max), "How many products Apple's prices are known of."),
            .required(
                "changes",
                .array(
                    of: .object(
                        .required("product", .product),
                        .required("storefront", .words(StorefrontCode.all)),
                        .optional("before", .money, "What counted before."),
                        .required("price", .money, "What Apple charges."),
                        .optional("from", .instant, "The instant from which it counts, where Apple names one."),
                        .required("origin", .words(PriceSchedule.Origin.allCases.map(\.rawValue)))
                    )
                ),
                "The prices that changed."
            ),
            .required("findings", .array(of: PriceFindingBody.schema), "Where Apple contradicts the catalog."),
            .required("missing", .array(of: .product), "The products that Apple does not know."),
            .required(
                "points",
                .array(
                    of: .object(
                        .required("storefront", .words(StorefrontCode.all)),
                        .required("count", .integer(0...Int64.max))
                    )
                ),
                "How many price points were found, by storefront."
            ),
            .optional("next", .product, "Where products are left: what to send as `after` to go on."),
            .optional(
                "stopped",
                .string(length: 1...64),
                "The code of the error that ended a fetch before all products were asked for; what it had found is kept."
            )
        )
    )
}

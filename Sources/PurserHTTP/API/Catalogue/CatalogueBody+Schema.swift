import Ledger

extension CatalogueBody {
    /// Its form.
    static let schema = APISchema.named(
        "Catalogue",
        .object(
            .optional("version", CatalogueVersionBody.schema),
            .required("products", .array(of: .record(ProductBody.properties + Self.selling))),
            .required("rights", .array(of: RightBody.schema)),
            .required("coins", .map(of: Self.coin)),
            .required("pricePoints", .map(of: .array(of: .integer(1...Int64.max))), "Milliunits, by currency."),
            .required("sandbox", .map(of: .string()), "The policy of each kind of product."),
            .required("testers", .array(of: .customer)),
            .required("transfer", .map(of: .map(of: .string())), "The policy of each kind and environment."),
            .optional("deliveries", Self.deliveries, "Absent where nothing is handed over by this server."),
            .required("access", Self.access),
            .required("timeZone", .string())
        )
    )

    private static let deliveries = APISchema.object(
        .required("from", .instant, "Since when purchases are handed over."),
        .required("finish", .boolean, "Whether Apple is told that a consumable is finished once it is handed over.")
    )

    private static let selling: [APIProperty] = [
        .optional("storefronts", .array(of: .string()), "Where it is sold, if not everywhere."),
        .optional("exceptStorefronts", .array(of: .string()), "Where it is not sold."),
        .optional("prices", Self.prices, "Apple's prices by storefront, as they were written."),
        .optional("onRefund", .words(RefundConsequence.allCases.map(\.rawValue))),
        .required("onRequest", .words(RequestConsequence.allCases.map(\.rawValue))),
        .required(
            "reportedRefunds",
            .words(ReportedRefund.Treatment.allCases.map(\.rawValue)),
            "What follows from a refund that is reported and that Apple did not sign."
        ),
    ]

    private static let prices = APISchema.object(
        .required("base", .string(), "The storefront from whose price Apple equalizes others."),
        .required("byHand", .map(of: .money), "The prices by storefront, that of the base included.")
    )

    private static let coin = APISchema.object(
        .optional("apple", Self.rate, "What a sum buys in the App Store."),
        .optional("elsewhere", Self.rate, "What a sum buys elsewhere."),
        .optional("minimumPerCoin", .string(), "The least that one should cost."),
        .required("spend", .array(of: .words(SpendOrder.Rank.allCases.map(\.rawValue))), "Which are spent first."),
        .required("debt", .words(DebtRepayment.allCases.map(\.rawValue)), "What becomes of a debt.")
    )

    private static let rate = APISchema.object(
        .required("coins", .integer(1...Int64.max)),
        .required("per", .money)
    )

    private static let access = APISchema.object(
        .required("grace", .boolean),
        .required("retry", .boolean),
        .required("overdue", .boolean),
        .required("leewaySeconds", .integer(0...Int64.max)),
        .required("sandboxLeewaySeconds", .integer(0...Int64.max))
    )
}

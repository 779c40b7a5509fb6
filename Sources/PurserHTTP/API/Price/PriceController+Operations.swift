import Ledger
import PurserService

extension PriceController {
    private static let storefront = APIParameter.query(
        "storefront",
        .enumeration(StorefrontCode.all),
        "Only this storefront: ISO 3166-1 alpha-3."
    )

    private static let connectCodes = [
        "connect_gone", "connect_not_found", "connect_refused", "connect_unauthorized", "connect_forbidden",
        "connect_agreement_missing", "connect_unreadable", "connect_too_large", "connect_redirected",
        "connect_foreign_link", "connect_request_invalid", "connect_signing_failed",
    ]

    private static let connectWaits = [
        "connect_rate_limited", "connect_failed", "connect_unreachable", "connect_interrupted", "connect_timed_out",
        "connect_canceled", "connect_budget_unavailable",
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/prices",
            id: "listPrices",
            tag: .prices,
            access: .read,
            summary: "The prices that count at an instant",
            description: "In one storefront, or of one product in all of them; without either, in the United States. "
                + "What Apple was found to charge wins over what the catalog says.",
            parameters: [
                Self.storefront, .query("product", .product, "Only this product."),
                .query("at", .instant, "The instant; now where it is not there."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("at", .instant),
                        .required("prices", .array(of: PriceBody.schema), "By product or by storefront.")
                    ),
                    "The prices."
                )
            ],
            problems: [
                .status(404, "price_product_unknown"), .status(422, "storefront_unknown", "field_invalid"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/prices/nearest",
            id: "listNearestPrices",
            tag: .prices,
            access: .read,
            summary: "The price points around a price",
            description:
                "Those that were fetched or imported, or else those of the catalog. Prices are never computed.",
            parameters: [
                .query("price", .string(length: 1...64), "The price: `CNY 6.66`.", isRequired: true),
                Self.storefront,
            ],
            answers: [.ok(NearestPricesBody.schema, "The price point that is equal, or those below and above.")],
            problems: [
                .status(404, "price_points_unknown"),
                .status(422, "field_missing", "field_invalid", "storefront_unknown", "price_storefront_needed"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/prices/mismatches",
            id: "listPriceMismatches",
            tag: .prices,
            access: .read,
            summary: "The sales with a price that is none of their product's",
            description:
                "Of Production. A price is right when it counted within 24 hours, when an offer decided it, or "
                + "when a renewal kept an earlier one. Purchases of several seats are not judged: an average per seat "
                + "is no price.",
            parameters: [
                .query("from", .instant, "The beginning; 30 days before the end where it is not there."),
                .query("to", .instant, "The end, which is not part of the span; now where it is not there."),
            ],
            answers: [.ok(PriceMismatchesBody.schema, "The mismatches.")],
            problems: [.status(422, "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/prices/{product}",
            id: "getPriceHistory",
            tag: .prices,
            access: .read,
            summary: "Every change of a product's price",
            parameters: [
                .path("product", .product, "Apple's product id."), Self.storefront,
                .query("consents", .boolean, "`true` counts the consents, for which every subscription is looked at."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("product", .product),
                        .required("changes", .array(of: PriceChangeBody.schema), "In the order of time."),
                        .required(
                            "issues",
                            .array(of: PriceIssueBody.schema),
                            "Where Apple contradicts the catalog."
                        ),
                        .optional(
                            "consents",
                            .object(
                                .required("waiting", .integer(0...Int64.max), "Customers who have not agreed."),
                                .required("agreed", .integer(0...Int64.max), "Those who agreed, or did not have to."),
                                .required("complete", .boolean, "Whether every subscription was looked at.")
                            ),
                            "What customers said to a higher price of a subscription, as Apple stated it last of each."
                        )
                    ),
                    "The changes."
                )
            ],
            problems: [.status(404, "price_product_unknown"), .status(422, "storefront_unknown")]
        ),
        APIOperation(
            .post,
            "/v1/price-fetches",
            id: "fetchPrices",
            tag: .prices,
            access: .admin,
            summary: "Ask App Store Connect what products cost, and keep it",
            description: "One product after another is kept, for a minute at most: while the answer has `next`, send "
                + "it as `after`. The catalog stays as it is; where Apple contradicts it, Apple's price counts and the "
                + "issue is named. Entered in the audit log.",
            parameters: [
                .dryRun, .query("product", .product, "Only this product."),
                .query("after", .product, "Go on after this product: the `next` of the answer before."),
            ],
            answers: [.ok(PriceUpdateBody.schema, "What was found.")],
            problems: [
                .status(404, "price_product_unknown"),
                .status(409, "connect_not_configured", "price_app_number_missing", "price_fetch_running"),
                .status(422, "field_wrong_type", "field_invalid"), .status(502, codes: Self.connectCodes),
                .status(503, codes: Self.connectWaits),
            ]
        ),
        APIOperation(
            .post,
            "/v1/price-imports",
            id: "importPrices",
            tag: .prices,
            access: .admin,
            summary: "Import a file of Apple's prices",
            description:
                "With a product, the file has one price for each storefront: what Apple equalizes its price to. "
                + "Without one, it has price points. All of it is kept or nothing. Entered in the audit log.",
            parameters: [
                .dryRun, .query("product", .product, "The product whose prices they are."),
                .query("base", .enumeration(StorefrontCode.all), "The base storefront; `USA` where it is not there."),
            ],
            body: .file(["text/csv"], "Apple's CSV, \(Self.maximumFile) bytes at most."),
            answers: [.ok(PriceUpdateBody.schema, "What was found.")],
            problems: [
                .status(404, "price_product_unknown"), .status(415, "content_encoding_unsupported"),
                .status(
                    422,
                    codes: PriceFileError.Code.allCases.map(\.rawValue).filter { !$0.hasPrefix("price_tier") } + [
                        "field_wrong_type", "field_invalid", "storefront_unknown", "price_base_missing",
                        "price_ambiguous",
                    ]
                ),
            ],
            isRepeatable: false
        ),
    ]
}

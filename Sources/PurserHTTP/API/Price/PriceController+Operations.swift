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
            summary: "List prices",
            description:
                "The prices at an instant, in one storefront, or of one product in all of them; without either, in "
                + "the United States. The price that Apple charges takes precedence over the catalog.",
            parameters: [
                Self.storefront, .query("product", .product, "Only this product."),
                .query("at", .instant, "The instant; now by default."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("at", .instant),
                        .required("prices", .array(of: PriceBody.schema), "The prices, by product or by storefront.")
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
            summary: "List the nearest price points",
            description:
                "The fetched or imported price points, otherwise those of the catalog. The server never computes "
                + "prices.",
            parameters: [
                .query("price", .string(length: 1...64), "The price: `CNY 6.66`.", isRequired: true),
                Self.storefront,
            ],
            answers: [.ok(NearestPricesBody.schema, "The equal price point, or those below and above.")],
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
            summary: "List price mismatches",
            description:
                "The sales in Production at a price that their product did not have. A price is correct if it was "
                + "valid within 24 hours, if an offer determined it, or if a renewal kept an earlier one. "
                + "Purchases of several seats are excluded, because an average per seat is not a price. One answer "
                + "compares a limited number of sales in the order of time; while it has `next`, send that as `cursor`, "
                + "with the same `from` and `to`.",
            parameters: [
                .query("from", .instant, "The beginning; by default 30 days before the end."),
                .query("to", .instant, "The end, exclusive; now by default."),
                .query(
                    "limit",
                    .integer(1...Int64(PriceService.mismatchLimit)),
                    "The maximum number of sales and refunds that one answer reads."
                ),
                .cursor,
            ],
            answers: [.ok(PriceMismatchesBody.schema, "The mismatches.")],
            problems: [.status(422, "cursor_invalid", "field_invalid", "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/prices/{product}",
            id: "getPriceHistory",
            tag: .prices,
            access: .read,
            summary: "List the price changes of a product",
            parameters: [
                .path("product", .product, "Apple's product id."), Self.storefront,
                .query(
                    "consents",
                    .boolean,
                    "`true` counts the consents, for which the server reads every subscription."
                ),
            ],
            answers: [
                .ok(
                    .object(
                        .required("product", .product),
                        .required("changes", .array(of: PriceChangeBody.schema), "The changes in chronological order."),
                        .required(
                            "issues",
                            .array(of: PriceIssueBody.schema),
                            "Differences between Apple's prices and the catalog."
                        ),
                        .optional(
                            "consents",
                            .object(
                                .required(
                                    "waiting",
                                    .integer(0...Int64.max),
                                    "The number of customers who have not agreed."
                                ),
                                .required(
                                    "agreed",
                                    .integer(0...Int64.max),
                                    "The number of customers who agreed, or whose consent was not required."
                                ),
                                .required("complete", .boolean, "Whether the server read every subscription.")
                            ),
                            "The customers' responses to a price increase of a subscription, from the newest evidence "
                                + "of each."
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
            summary: "Fetch prices from App Store Connect",
            description:
                "The server stores one product after another, for at most a minute: while the response has `next`, "
                + "send it as `after`. The catalog does not change; where Apple's price differs, it takes "
                + "precedence and the response lists the difference. The audit log records the request.",
            parameters: [
                .dryRun, .query("product", .product, "Only this product."),
                .query("after", .product, "The product after which to continue: `next` of the previous response."),
                .query("reason", .string(length: 1...1000), "The reason, for the audit log."),
            ],
            answers: [.ok(PriceUpdateBody.schema, "The result.")],
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
                "With a product, the file contains one price for each storefront: those that Apple derived from its "
                + "price. Without one, it contains price points. The server stores all of it or nothing. The "
                + "audit log records the request.",
            parameters: [
                .dryRun, .query("product", .product, "The product of the prices."),
                .query("base", .enumeration(StorefrontCode.all), "The base storefront; `USA` by default."),
            ],
            body: .file(["text/csv"], "Apple's CSV, at most \(Self.maximumFile) bytes."),
            answers: [.ok(PriceUpdateBody.schema, "The result.")],
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

extension OfferController {
    private static let signed = APISchema.named(
        "Signature",
        .object(.required("jws", .string(), "The signature; pass it to StoreKit unchanged."))
    )
    private static let unconfigured = APIProblem.status(409, "appstore_not_configured")
    private static let invalid = APIProblem.wrongFields(
        "appstore_signing_failed"
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/offers/promotional",
            id: "signPromotionalOffer",
            tag: .offers,
            access: .writeInApp,
            summary: "Sign a promotional offer",
            description:
                "The catalog determines who is eligible for an offer and how often. The server counts a signature "
                + "before it returns it.",
            parameters: [.dryRun],
            body: .json(
                .object(
                    .required("customer", .customer),
                    .required("product", .product),
                    .required("offer", .string(length: 1...255), "The offer's id in App Store Connect."),
                    .optional(
                        "appAccountToken",
                        .accountToken,
                        "The account token that the app passes to StoreKit with the purchase, exactly."
                    ),
                    .optional("transaction", .transaction, "Any transaction of the customer; Apple recommends it."),
                    .optional(
                        "environment",
                        .environment,
                        "The environment whose purchases count; Production by default."
                    )
                )
            ),
            answers: [
                .ok(
                    .oneOf([
                        SignedOfferBody.schema,
                        .object(
                            .required("dryRun", .boolean),
                            .required("product", .product),
                            .required("offer", .string())
                        ),
                    ]),
                    "The signature; with `dryRun`, the confirmation that the customer is eligible."
                )
            ],
            problems: [
                .unreadableBody, Self.unconfigured, Self.invalid,
                .status(403, "environment_not_allowed"),
                .status(
                    422,
                    "offer_product_unknown",
                    "offer_unknown",
                    "offer_never_subscribed",
                    "offer_other_audience",
                    "offer_too_often"
                ),
            ]
        ),
        APIOperation(
            .post,
            "/v1/offers/introductory",
            id: "signIntroductoryEligibility",
            tag: .offers,
            access: .write,
            summary: "Sign a customer's introductory offer eligibility",
            description:
                "StoreKit uses the signed eligibility instead of Apple's own. The customer is eligible unless the "
                + "customer, or one of the customer's Apple Accounts under any customer, has used an "
                + "introductory offer of the subscription group, as far as this server knows.",
            body: .json(
                .object(
                    .required("product", .product),
                    .required("transaction", .transaction, "Any transaction or app transaction of the customer."),
                    .optional("customer", .customer, "The customer; by default the owner of the transaction."),
                    .optional(
                        "environment",
                        .environment,
                        "The environment whose purchases count; Production by default."
                    ),
                    .optional(
                        "allow",
                        .boolean,
                        "`false` denies the offer. No value allows an offer that the ledger denies."
                    )
                )
            ),
            answers: [
                .ok(
                    .object(
                        .required("jws", .string(), "The signature; pass it to StoreKit unchanged."),
                        .required("allowed", .boolean, "The signed eligibility.")
                    ),
                    "Signed."
                )
            ],
            problems: [
                .unreadableBody, Self.unconfigured, Self.invalid,
                .status(422, "offer_product_unknown", "customer_invalid", "environment_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/offers/advanced-commerce",
            id: "signAdvancedCommerceRequest",
            tag: .offers,
            access: .write,
            summary: "Sign an Advanced Commerce request",
            description:
                "The body is a request of Apple's Advanced Commerce API, which the app then passes to StoreKit; "
                + "`operation` determines its type. The server adds the version.",
            body: .json(
                .openObject,
                "`CREATE_ONE_TIME_CHARGE`, `CREATE_SUBSCRIPTION`, `MODIFY_SUBSCRIPTION` or "
                    + "`REACTIVATE_SUBSCRIPTION`."
            ),
            answers: [.ok(Self.signed, "Signed.")],
            problems: [.unreadableBody, Self.unconfigured, Self.invalid]
        ),
    ]
}

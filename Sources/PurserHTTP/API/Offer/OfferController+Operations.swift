extension OfferController {
    private static let signed = APISchema.named(
        "Signature",
        .object(.required("jws", .string(), "Hand it to StoreKit as it is."))
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
            summary: "Sign a promotional offer for a customer who may have it",
            description:
                "The catalog says who may have an offer and how often. What was signed is counted before it is "
                + "handed out.",
            parameters: [.dryRun],
            body: .json(
                .object(
                    .required("customer", .customer),
                    .required("product", .product),
                    .required("offer", .string(length: 1...255), "The offer's id in App Store Connect."),
                    .optional(
                        "appAccountToken",
                        .accountToken,
                        "Exactly what the app gives StoreKit with the purchase."
                    ),
                    .optional("transaction", .transaction, "Any transaction of the customer's; Apple recommends it."),
                    .optional("environment", .environment, "Whose purchases count; Production, if left out.")
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
                    "Signed; or, with `dryRun`, that the customer may have it."
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
            summary: "Sign whether a customer may have the introductory offer of a subscription",
            description:
                "StoreKit believes it, whatever Apple thinks of the Apple account. He may have it unless he, or an "
                + "Apple account of his under whatever customer, had one of the subscription's group, as far as is known "
                + "here.",
            body: .json(
                .object(
                    .required("product", .product),
                    .required("transaction", .transaction, "Any transaction or app transaction of the customer's."),
                    .optional("customer", .customer, "For whom; the owner of the transaction, if left out."),
                    .optional("environment", .environment, "Whose purchases count; Production, if left out."),
                    .optional("allow", .boolean, "`false` forbids it. Nothing allows what the ledger forbids.")
                )
            ),
            answers: [
                .ok(
                    .object(
                        .required("jws", .string(), "Hand it to StoreKit as it is."),
                        .required("allowed", .boolean, "What it says.")
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
            summary: "Sign a request of Apple's Advanced Commerce API for the app to hand to StoreKit",
            description: "The body is Apple's request as it is; `operation` says which one. Its version is filled in.",
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

extension CustomerRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/entitlements",
            id: "readEntitlements",
            tag: .entitlements,
            access: .readInApp,
            summary: "What a customer may use now, and why",
            description: "A right is listed once anything of the customer's has ever given it. A customer nobody has "
                + "seen has none.",
            parameters: [
                .customer, .environment,
                .header("If-None-Match", .string(), "The `ETag` of an answer that is at hand."),
            ],
            answers: [
                .ok(
                    EntitlementBody.answer,
                    "The customer's rights.",
                    headers: ["ETag": "The same as long as the rights are, whenever they are asked for."]
                ), .unchanged,
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/introductory-eligibility",
            id: "readIntroductoryEligibility",
            tag: .offers,
            access: .readInApp,
            summary: "Whether introductory offers may be made to a customer",
            description: "The App Store gives one introductory offer to an Apple Account in each subscription group.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "IntroductoryEligibility",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required(
                                "groups",
                                .array(
                                    of: .object(
                                        .required("group", .string(), "The group, as the catalogue names it."),
                                        .required("eligible", .boolean, "Whether one may be offered."),
                                        .optional("usedBy", .transaction, "The transaction that used it."),
                                        .optional("usedProduct", .product, "Its product."),
                                        .optional(
                                            "usedByAppleAccount",
                                            .boolean,
                                            "An Apple account of his had one under another customer."
                                        )
                                    )
                                )
                            )
                        )
                    ),
                    "Each subscription group of the catalogue."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
    ]
}

extension AnonymousRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/customers/anonymous",
            id: "createAnonymousCustomer",
            tag: .customers,
            access: .writeInApp,
            summary: "Make a customer for an app whose user has no account yet",
            description: "For publishable keys only. The token is shown once: keep it in the keychain and send it as "
                + "`Purser-Customer-Token`.",
            body: .json(.object(), "Nothing, or an empty object.", isRequired: false),
            answers: [
                .json(
                    201,
                    .object(
                        .required("customer", .customer, "His id."),
                        .required("token", .string(), "What his app sends as `Purser-Customer-Token`.")
                    ),
                    "He was made."
                )
            ],
            problems: [
                .unreadableBody,
                .status(403, "publishable_key_needed"),
                .status(422, "field_unknown"),
            ]
        )
    ]
}

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
            parameters: [.customer, .environment],
            answers: [.ok(EntitlementsBody.schema, "The customer's rights.")],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/transactions",
            id: "listTransactions",
            tag: .customers,
            access: .readInApp,
            summary: "What a customer bought, and what became of it",
            description: "One line per purchase, earliest first; a restore does not make a second one.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Transactions",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("transactions", .array(of: PurchaseLineBody.schema))
                        )
                    ),
                    "The customer's purchases."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
    ]
}

extension PurchaseAnswer {
    private static let claimSchema = APISchema.object(
        .required("owned", .boolean, "Whether it is this customer's."),
        .required("reason", .string(), "Why; `owned_by_another` names nobody.")
    )

    /// The form of it.
    static let schema = APISchema.named(
        "PurchaseAnswer",
        .object(
            .required("customer", .customer),
            .optional("transaction", .transaction, "Apple's id of it."),
            .required("environment", .environment),
            .required(
                "finish",
                .words("yes", "no", "already"),
                "`yes`, `already`: finish it with StoreKit; `no`: leave it unfinished and hand it in again."
            ),
            .optional("claim", Self.claimSchema),
            .optional(
                "held",
                .object(
                    .required("reason", .string(), "Why it waits."),
                    .required("code", .string()),
                    .optional("until", .instant, "When it is looked at again.")
                )
            ),
            .optional("dryRun", .boolean, "`true` in a preview: nothing was done."),
            .optional(
                "moves",
                .array(
                    of: .object(
                        .required("from", .words("nobody", "customer", "another")),
                        .required("to", .words("nobody", "customer", "another")),
                        .required("transactions", .array(of: .transaction))
                    )
                ),
                "In a preview: what would pass from one to another."
            ),
            .optional(
                "purchases",
                .array(
                    of: .object(
                        .optional("claim", Self.claimSchema),
                        .required("kind", .string(), "Apple's word for the kind of product."),
                        .required("product", .string()),
                        .required("transaction", .transaction)
                    )
                ),
                "Of a receipt: its newest purchase of each kind of product."
            ),
            .required("entitlements", .array(of: EntitlementBody.schema), "What the customer may use now.")
        )
    )
}

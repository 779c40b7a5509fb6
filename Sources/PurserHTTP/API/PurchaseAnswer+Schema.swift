extension PurchaseAnswer {
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
            .optional(
                "claim",
                .object(
                    .required("owned", .boolean, "Whether it is this customer's."),
                    .required("reason", .string(), "Why; `owned_by_another` names nobody.")
                )
            ),
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
            .required("entitlements", .array(of: EntitlementBody.schema), "What the customer may use now.")
        )
    )
}

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
            .required("entitlements", .array(of: EntitlementBody.schema), "What the customer may use now.")
        )
    )
}

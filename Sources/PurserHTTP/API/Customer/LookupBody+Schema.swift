extension LookupBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Lookup",
        .object(
            .required("id", .string()),
            .required(
                "matches",
                .array(
                    of: .object(
                        .required(
                            "type",
                            .words(
                                "transaction",
                                "originalTransaction",
                                "accountToken",
                                "customer",
                                "appleAccount",
                                "order"
                            )
                        ),
                        .optional("customer", .customer),
                        .optional("mergedInto", .customer),
                        .optional("customers", .array(of: .customer)),
                        .optional("environment", .environment),
                        .optional("appAccountToken", .accountToken),
                        .optional("transactions", .array(of: TransactionReportBody.schema))
                    )
                ),
                "Everything that the id stands for; an id can be several things."
            ),
            .required(
                "order",
                .object(
                    .required("state", .words("notAsked", "known", "unknown", "failed")),
                    .optional("code", .string(), "Why Apple could not be asked.")
                ),
                "What came of asking Apple, where the id is spelt like an order number."
            )
        )
    )
}

extension CustomerProfileBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Customer",
        .object(
            .required("customer", .customer),
            .required("anonymous", .boolean, "Whether no shop has named him."),
            .required("erased", .boolean, "Whether his name was erased."),
            .required("mergedCustomers", .array(of: .customer), "Who is merged into him."),
            .optional("mergedInto", .customer, "Into whom he is merged."),
            .optional("firstSeenAt", .instant),
            .optional("lastSeenAt", .instant),
            .required(
                "appAccountTokens",
                .array(of: .accountToken),
                "The tokens that stand for him, but for those of orders."
            ),
            .required(
                "appleAccounts",
                .array(
                    of: .object(
                        .required("appTransaction", .string()),
                        .required("environment", .environment),
                        .required("firstSeenAt", .instant),
                        .required("lastSeenAt", .instant)
                    )
                ),
                "The Apple Accounts he was seen with, by `appTransactionId`."
            ),
            .required("facts", FactsBody.schema),
            .optional("consent", ConsentBody.schema, "The consent that stands now."),
            .required("consents", .integer(), "How many he has given, withdrawn ones included."),
            .required(
                "counts",
                .array(
                    of: .object(
                        .required("environment", .environment),
                        .required("purchases", .integer()),
                        .required("chains", .integer()),
                        .required("activeRights", .integer())
                    )
                )
            ),
            .required("events", .integer(), "How many events were told of him."),
            .required("links", .map(of: .string()), "Where the lists are.")
        )
    )
}

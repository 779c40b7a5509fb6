extension ErasureBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Erasure",
        .object(
            .required(
                "erases",
                .object(
                    .required("facts", .integer()),
                    .required("consentDetails", .integer()),
                    .required("accountTokens", .integer()),
                    .required("appleAccounts", .integer()),
                    .required("auditReasons", .integer())
                ),
                "What goes, besides the name."
            ),
            .required(
                "keeps",
                .object(.required("purchases", .integer()), .required("consents", .integer())),
                "What stays, without the name."
            ),
            .required("ownership", OwnershipOutcomeBody.schema)
        )
    )
}

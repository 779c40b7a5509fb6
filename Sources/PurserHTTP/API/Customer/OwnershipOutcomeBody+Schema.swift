import Ledger

extension OwnershipOutcomeBody {
    private static let right = APISchema.named(
        "RightInShort",
        .object(
            .required("right", .string()),
            .required("active", .boolean),
            .required("state", .words(Entitlement.State.allCases.map(\.code))),
            .optional("until", .instant)
        )
    )

    /// The form of it.
    static let schema = APISchema.named(
        "OwnershipOutcome",
        .object(
            .optional("change", .string(), "The act's id, by which it can be undone; absent where nothing was done."),
            .required("dryRun", .boolean, "Whether it is only what would be done."),
            .required("newCustomer", .boolean, "Whether nobody had this customer id before: check its spelling."),
            .required("moves", .array(of: MoveBody.schema), "What moved, or would."),
            .required(
                "rights",
                .array(
                    of: .object(
                        .required("customer", .customer),
                        .required("environment", .environment),
                        .required("before", .array(of: Self.right)),
                        .required("after", .array(of: Self.right))
                    )
                ),
                "The rights of everybody concerned, before and after."
            ),
            .optional(
                "accountToken",
                .object(
                    .required("state", .words("planned", "set", "failed")),
                    .optional("appAccountToken", .accountToken),
                    .optional("code", .string(), "Why Apple was not told; the purchases have moved all the same.")
                ),
                "What came of letting Apple name the new owner; absent where nobody asked for it."
            ),
            .nothing
        )
    )
}

extension MoveBody {
    /// The form of it.
    static let schema = APISchema.named(
        "OwnershipMove",
        .object(
            .optional("id", .string(), "The move's name; both sides' events bear it. Absent in a dry run."),
            .required("environment", .environment),
            .required("originalTransaction", .transaction, "The chain."),
            .required("transactions", .array(of: .transaction), "What passed on."),
            .optional("from", .customer, "Whose it was; absent for nobody."),
            .optional("to", .customer, "Whose it is; absent for nobody."),
            .required("reason", .string(), "The rule of ownership that decided."),
            .required("movedAt", .instant),
            .optional(
                "change",
                .string(),
                "The act that moved it, by which it can be undone; absent for a rule, and in a dry run."
            )
        )
    )
}

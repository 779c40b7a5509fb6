import Ledger

extension OwnershipRoutes {
    private static let transaction = APIParameter.path("transaction", .transaction, "Apple's id of the transaction.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/transactions/{transaction}",
            id: "readTransaction",
            tag: .ownership,
            access: .read,
            summary: "All that is known of a transaction: its state, whose it is and why, its chain and its moves",
            parameters: [
                Self.transaction,
                .query("environment", .environment, "Where to look; if it is not there, wherever the id is known."),
            ],
            answers: [.ok(TransactionReportBody.schema, "The transaction.")],
            problems: [.status(404, "transaction_unknown"), .status(422, "environment_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/owner",
            id: "movePurchase",
            tag: .ownership,
            access: .admin,
            summary: "Give a purchase, or a chain from a purchase on, to a customer",
            description: "A decision comes before every rule. Look first with `dryRun=true`: what would move, "
                + "and the rights before and after. It can be undone. With `setAccountToken` Apple is told "
                + "afterwards, and names the customer in everything that it signs about the chain from then on.",
            parameters: [Self.transaction, .environment, .dryRun],
            body: .json(
                .object(
                    .required("customer", .customer, "Whose it is to be."),
                    .optional(
                        "reach",
                        .words(Decision.Reach.allCases.map(\.rawValue)),
                        "How far it reaches; `purchase` if left out."
                    ),
                    .optional(
                        "note",
                        .string(length: 1...CustomerResourceRoutes.maximumNote),
                        "Why, for the audit log."
                    ),
                    .optional("setAccountToken", .boolean, "Whether Apple is to name him from now on.")
                )
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "It is his, or would be.")],
            problems: [
                .status(404, "transaction_unknown", "customer_unknown"), .status(409, "customer_gone"),
                .status(
                    422,
                    "environment_invalid",
                    "customer_invalid",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .post,
            "/v1/ownership-changes/{change}/undo",
            id: "undoOwnershipChange",
            tag: .ownership,
            access: .admin,
            summary: "Undo a move or a merge",
            description: "The rules decide again as if it had never been done. An erasure cannot be undone.",
            parameters: [.path("change", .string(length: 1...64), "The act's id: `change`."), .dryRun],
            body: .json(
                .object(
                    .optional(
                        "note",
                        .string(length: 1...CustomerResourceRoutes.maximumNote),
                        "Why, for the audit log."
                    )
                ),
                isRequired: false
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "It is undone, or would be.")],
            problems: [
                .status(404, "ownership_change_unknown"),
                .status(409, "ownership_change_undone", "ownership_change_irreversible"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}

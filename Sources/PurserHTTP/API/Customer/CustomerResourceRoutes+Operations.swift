extension CustomerResourceRoutes {
    private static let unnamed = APIProblem.status(404, "customer_unknown")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}",
            id: "readCustomer",
            tag: .customers,
            access: .read,
            summary: "All that is known of a customer, besides the lists",
            parameters: [.customer],
            answers: [.ok(CustomerProfileBody.schema, "The customer.")],
            problems: [Self.unnamed, .status(422, "customer_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/customers/{customer}/facts",
            id: "stateFacts",
            tag: .customers,
            access: .write,
            summary: "Say what you know of a customer",
            description: "What is left out stays as it is; `null` takes back what was said. Of several words on one "
                + "thing the one with the newest `statedAt` counts, whatever order they come in. What nobody has said "
                + "is undeclared, and is never guessed.",
            parameters: [.customer, .dryRun],
            body: .json(FactsRequest.schema, "What is known; at least one thing."),
            answers: [.ok(FactsBody.schema, "What counts now.")],
            problems: [
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                )
            ]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/tokens",
            id: "addAccountToken",
            tag: .customers,
            access: .write,
            summary: "Mint an account token for a customer, or bring your own",
            description: "Without `appAccountToken` a random one is minted. Give it to StoreKit with the purchase, and "
                + "the purchase is the customer's, whoever hands it in.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .optional("appAccountToken", .accountToken, "A token of your own."),
                    .optional("note", .string(length: 1...Self.maximumNote), "Why, for the audit log.")
                ),
                isRequired: false
            ),
            answers: [
                .ok(
                    .named(
                        "AccountToken",
                        .object(
                            .required("customer", .customer),
                            .optional("appAccountToken", .accountToken, "Absent when one would be minted."),
                            .required("minted", .boolean),
                            .required("new", .boolean, "Whether it did not stand for him before."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "The token stands for the customer."
                )
            ],
            problems: [
                .status(409, "account_token_taken", "customer_gone"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "account_token_invalid",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/merge",
            id: "mergeCustomer",
            tag: .customers,
            access: .write,
            summary: "Make a customer one with another, because they are the same person",
            description: "All purchases, account tokens and Apple Accounts are the other one's from then on. It can be "
                + "undone. The `Purser-Customer-Token` that was made here for the first ends for good; his app sends one "
                + "that your backend signs.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .required("into", .customer, "The customer who stays."),
                    .optional("note", .string(length: 1...Self.maximumNote), "Why, for the audit log.")
                )
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "They are one, or would be.")],
            problems: [
                Self.unnamed, .status(409, "customer_gone"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_merged_into_itself",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/sessions",
            id: "endSessions",
            tag: .customers,
            access: .write,
            summary: "End the tokens that were made here for a customer's apps",
            description:
                "They are those of `POST /v1/customers/anonymous`. They also end when he is merged into another "
                + "customer. What your backend signs is not concerned: it ends by itself.",
            parameters: [
                .customer, .dryRun, .query("note", .string(length: 1...Self.maximumNote), "Why, for the audit log."),
            ],
            answers: [
                .ok(
                    .named(
                        "EndedSessions",
                        .object(
                            .required("customer", .customer),
                            .required("ended", .integer(0...Int64(Int32.max)), "How many there were."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "They are ended, or would be."
                )
            ],
            problems: [.status(422, "customer_invalid", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}",
            id: "eraseCustomer",
            tag: .customers,
            access: .write,
            summary: "Forget a customer",
            description: "His name, tokens, Apple Accounts and what was said of him go; his purchases stay without a "
                + "name. What still gives a right is nobody's then. It cannot be undone. Look first with `dryRun=true`; "
                + "then send the customer's id as `confirm`.",
            parameters: [
                .customer, .dryRun,
                .query("confirm", .customer, "The customer's id, once more."),
                .query("note", .string(length: 1...Self.maximumNote), "Why; stays, so write no name into it."),
            ],
            answers: [.ok(ErasureBody.schema, "He is forgotten, or would be.")],
            problems: [
                Self.unnamed, .status(409, "customer_gone"),
                .status(422, "customer_invalid", "confirmation_missing", "field_wrong_type", "field_invalid"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/moves",
            id: "listMoves",
            tag: .ownership,
            access: .read,
            summary: "What passed from and to a customer, newest first",
            parameters: [.customer, .limit(200), .cursor],
            answers: [
                .ok(
                    .named(
                        "Moves",
                        .object(
                            .required("customer", .customer),
                            .required("moves", .array(of: MoveBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "The moves."
                )
            ],
            problems: [.status(422, "customer_invalid", "cursor_invalid", "field_wrong_type")]
        ),
    ]
}

import PurserService

extension CustomerHistoryRoutes {
    private static let subscription = APISchema.named(
        "OwnedSubscription",
        .object(
            .required("originalTransaction", .transaction, "The chain."),
            .optional("group", .string(), "Its group in the catalogue."),
            .required("owned", .boolean, "Whether its latest period is his; otherwise only earlier ones are."),
            .required("transactions", .array(of: .transaction), "His latest period."),
            .required("purchases", .integer(), "How many periods are his."),
            .optional("subscription", SubscriptionBody.schema, "Its state now; absent where another goes on with it.")
        )
    )
    private static let entry = APISchema.named(
        "TimelineEntry",
        .object(
            .required("at", .instant),
            .required("type", .words(TimelineEntry.Kind.allCases.map(\.rawValue))),
            .required("id", .string(), "A name that no other entry of the customer has."),
            .required("name", .string(), "What happened."),
            .required("data", .openObject, "What there is to know of it.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/transactions",
            id: "listTransactions",
            tag: .customers,
            access: .readInApp,
            summary: "What a customer bought, and what became of it",
            description: "One line per purchase, earliest first; a restore does not make a second one. `latest` has "
                + "the latest of each chain, `current` what gives something now.",
            parameters: [
                .customer, .environment,
                .query("view", .words(PurchaseView.allCases.map(\.rawValue)), "Which purchases; `all` if left out."),
                .limit(1000), .cursor,
            ],
            answers: [
                .ok(
                    .named(
                        "Transactions",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("transactions", .array(of: PurchaseLineBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "The customer's purchases."
                )
            ],
            problems: [
                .status(
                    422,
                    "customer_invalid",
                    "environment_invalid",
                    "cursor_invalid",
                    "field_wrong_type",
                    "field_invalid"
                )
            ]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/subscriptions",
            id: "listSubscriptions",
            tag: .customers,
            access: .readInApp,
            summary: "A customer's subscriptions, and how each stands",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Subscriptions",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("subscriptions", .array(of: Self.subscription))
                        )
                    ),
                    "The customer's subscriptions."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/risk",
            id: "readRisk",
            tag: .customers,
            access: .read,
            summary: "The reasons to look twice at a customer, each with its points",
            description: "Refunds, use before a refund, Apple accounts that serve several, purchases faster than a "
                + "person makes, storefronts that jump, coins that cost too little, debt. A reason weighs less the "
                + "longer ago it was. Whether anything follows is for guards and refund policies to say.",
            parameters: [.customer, .environment],
            answers: [.ok(RiskBody.schema, "The reasons; none is an empty list.")],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/timeline",
            id: "readTimeline",
            tag: .customers,
            access: .read,
            summary: "Everything that happened to a customer, newest first",
            description: "Apple's words, events, moves, submissions and what operators and keys did for him.",
            parameters: [
                .customer, .limit(200), .cursor,
                .query(
                    "type",
                    .string(length: 1...255),
                    "Only these kinds, with commas between: evidence, event, move, submission, act."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "Timeline",
                        .object(
                            .required("customer", .customer),
                            .required("entries", .array(of: Self.entry)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "What happened."
                )
            ],
            problems: [
                .status(404, "customer_unknown"),
                .status(422, "customer_invalid", "cursor_invalid", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}

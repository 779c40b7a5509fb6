import Ledger

extension ConsumptionRoutes {
    private static let transaction = APIParameter.path("transaction", .transaction, "Apple's id of the transaction.")
    private static let share = APIProperty.optional(
        "consumedMilliunits",
        .integer(0...RuleValue.wholeShare),
        "How much of it was consumed, in thousandths of a percent; not of an auto-renewable."
    )
    private static let playTime = APIProperty.optional(
        "playTimeMinutes",
        .integer(0...ConsumptionWord.longestPlayTimeMinutes),
        "How long it was used."
    )
    private static let sample = APIProperty.optional(
        "sampleOffered",
        .boolean,
        "Whether the customer could try it, or read about it, before he bought."
    )

    private static let consumption = APISchema.named(
        "Consumption",
        .object(
            .required("environment", .environment),
            .required("transaction", .transaction),
            Self.share,
            Self.playTime,
            Self.sample,
            .optional("statedAt", .instant, "When what counts was so; nothing where nothing was said.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/transactions/{transaction}/consumption",
            id: "getConsumption",
            tag: .refunds,
            access: .read,
            summary: "What the shop said of how a purchase was used",
            parameters: [Self.transaction, .environment],
            answers: [.ok(Self.consumption, "What counts.")],
            problems: [.status(422, "field_invalid", "environment_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/transactions/{transaction}/consumption",
            id: "stateConsumption",
            tag: .refunds,
            access: .write,
            summary: "Say how a purchase was used",
            description:
                "It is evidence once a refund is asked for, before what the server would guess itself. What was so last "
                + "counts, in whatever order it is said and however often, and all of it: what is left out is not said. It "
                + "is forgotten with the customer.",
            parameters: [Self.transaction, .environment],
            body: .json(
                .object(
                    Self.share,
                    Self.playTime,
                    Self.sample,
                    .optional("statedAt", .instant, "When it was so; left out it is now.")
                )
            ),
            answers: [.ok(Self.consumption, "What counts now, on disk.")],
            problems: [
                .unreadableBody,
                .status(422, "field_unknown", "field_missing", "field_wrong_type", "field_invalid"),
                .status(404, "transaction_unknown"),
                .status(422, "environment_invalid", "consumption_of_subscription"),
            ]
        ),
    ]
}

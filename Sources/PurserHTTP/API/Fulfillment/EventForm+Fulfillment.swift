import Ledger

/// The schemas of fulfillments in events and responses.
extension EventForm {
    /// A fulfillment.
    static let fulfillment = APISchema.named(
        "EventFulfillment",
        .record(Self.fulfillmentFields)
    )

    /// A fulfillment with its environment, as lists contain it.
    static let listedFulfillment = APISchema.named(
        "Fulfillment",
        .record([.required("environment", .environment)] + Self.fulfillmentFields + [.nothing])
    )

    private static let fulfillmentFields: [APIProperty] = [
        .required(
            "id",
            .string(length: 1...512),
            "A permanent identifier; also the key of the first call to the "
                + "fulfiller."
        ),
        .required("state", .enumeration(FulfillmentState.allCases.map(\.rawValue))),
        .optional("reason", .string(), "Why it waits, is suspended or is canceled."),
        .optional("customer", .string(), "The customer who receives the goods or received them."),
        .required("transaction", .transaction),
        .required("originalTransaction", .transaction),
        .required("product", .product),
        .required("type", .string(), "The product's type, from Apple."),
        .required("quantity", .integer()),
        .optional("coins", .array(of: Self.coinCount), "The coins that were paid for."),
        .optional("difference", .array(of: Self.coinCount), "The coins for a price above the shop's own."),
        .required("purchasedAt", .instant),
        .required("createdAt", .instant),
        .required("changedAt", .instant),
        .optional("confirmedAt", .instant, "When it was first fulfilled."),
        .optional("confirmedBy", .string(), "What confirmed it: `fulfiller`, `shop`, `operator` or `booking`."),
        .optional("delayMilliseconds", .integer(), "The milliseconds from the purchase to the confirmation."),
        .optional("call", Self.fulfillmentCall, "The pending call to the fulfiller; absent if none is pending."),
        .optional("consequence", .string(), "The effect of a refund on the goods, from the catalog."),
        .required("revokedMilliunits", .integer(), "The revoked share, in thousandths of a percent."),
        .optional("recovered", .array(of: Self.coinCount), "The coins that could be revoked, in total."),
        .required(
            "released",
            .boolean,
            "Whether an operator released it although the purchase is older than "
                + "fulfillment on this server."
        ),
        .required(
            "unconfirmed",
            .boolean,
            "Whether the only source is an app's old signed purchase, which Apple has "
                + "not confirmed."
        ),
        .required("attempts", .integer(), "The number of failed attempts of the call."),
        .required("inDoubt", .boolean, "Whether the outcome of an attempt is unknown."),
        .optional("failingSince", .instant),
        .optional("failure", Self.fulfillmentFailure),
    ]

    private static let coinCount = APISchema.named(
        "CoinCount",
        .object(.required("coin", .string(), "The coin's name in the catalog."), .required("count", .integer()))
    )

    private static let fulfillmentCall = APISchema.named(
        "FulfillmentCall",
        .object(
            .required("kind", .enumeration(FulfillmentCall.Kind.allCases.map(\.rawValue))),
            .required("key", .string(length: 1...520), "The idempotency key of this call, the same for every attempt."),
            .required(
                "percentageMilliunits",
                .integer(),
                "The total share that is revoked after the call, in thousandths of a percent: a target, not an "
                    + "increment."
            )
        )
    )

    private static let fulfillmentFailure = APISchema.named(
        "FulfillmentFailure",
        .object(
            .required("code", .string(), "`status`, or the code of the error that occurred before there was a status."),
            .optional("status", .integer()),
            .required("at", .instant)
        )
    )
}

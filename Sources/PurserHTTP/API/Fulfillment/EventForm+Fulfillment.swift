import Ledger

/// Fulfillments as events and answers carry them.
extension EventForm {
    /// A fulfillment.
    static let fulfillment = APISchema.named(
        "EventFulfillment",
        .record(Self.fulfillmentFields)
    )

    /// A fulfillment with its environment, as lists carry it.
    static let listedFulfillment = APISchema.named(
        "Fulfillment",
        .record([.required("environment", .environment)] + Self.fulfillmentFields + [.nothing])
    )

    private static let fulfillmentFields: [APIProperty] = [
        .required("id", .string(length: 1...512), "Its name, the same for good; also the key of the first call."),
        .required("state", .enumeration(FulfillmentState.allCases.map(\.rawValue))),
        .optional("reason", .string(), "Why it waits, is suspended or is canceled."),
        .optional("customer", .string(), "Who receives it, or received it."),
        .required("transaction", .transaction),
        .required("originalTransaction", .transaction),
        .required("product", .product),
        .required("type", .string(), "The product's type, as Apple says."),
        .required("quantity", .integer()),
        .optional("coins", .array(of: Self.coinCount), "The coins that were paid for."),
        .optional("difference", .array(of: Self.coinCount), "The coins for a price above the shop's own."),
        .required("purchasedAt", .instant),
        .required("createdAt", .instant),
        .required("changedAt", .instant),
        .optional("confirmedAt", .instant, "When it was fulfilled first."),
        .optional("confirmedBy", .string(), "`fulfiller`, `shop`, `operator` or `booking`."),
        .optional("delayMilliseconds", .integer(), "From the purchase to the confirmation."),
        .optional("call", Self.fulfillmentCall, "What is to be done, if anything is."),
        .optional("consequence", .string(), "What a refund does to it, as the catalog says."),
        .required("revokedMilliunits", .integer(), "How much is revoked, in thousandths of a percent."),
        .optional("recovered", .array(of: Self.coinCount), "The coins that could be revoked in all."),
        .required("released", .boolean, "Whether it was released although it is older than the fulfillments here."),
        .required("unconfirmed", .boolean, "Whether only an app has shown the purchase, signed long before."),
        .required("attempts", .integer(), "How often the call was tried in vain."),
        .required("inDoubt", .boolean, "Whether nobody knows what an attempt of the call has done."),
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
            .required("key", .string(length: 1...520), "The same for this call however often it is told."),
            .required(
                "percentageMilliunits",
                .integer(),
                "How much is revoked in all once it is done, in thousandths of a percent: a target, not a step."
            )
        )
    )

    private static let fulfillmentFailure = APISchema.named(
        "FulfillmentFailure",
        .object(
            .required("code", .string(), "`status`, or what went wrong before there was one."),
            .optional("status", .integer()),
            .required("at", .instant)
        )
    )
}

import Ledger

/// Deliveries as events and answers carry them.
extension EventForm {
    /// A delivery.
    static let delivery = APISchema.named(
        "EventDelivery",
        .record(Self.deliveryFields)
    )

    /// A delivery with its environment, as lists carry it.
    static let listedDelivery = APISchema.named(
        "PurchaseDelivery",
        .record([.required("environment", .environment)] + Self.deliveryFields + [.nothing])
    )

    private static let deliveryFields: [APIProperty] = [
        .required("id", .string(length: 1...512), "Its name, the same for good; also the key of the first call."),
        .required("state", .words(DeliveryState.allCases.map(\.rawValue))),
        .optional("reason", .string(), "Why it waits, is parked or is cancelled."),
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
        .optional("confirmedAt", .instant, "When it was handed over first."),
        .optional("confirmedBy", .string(), "`fulfiller`, `shop`, `operator` or `booking`."),
        .optional("delayMilliseconds", .integer(), "From the purchase to the confirmation."),
        .optional("call", Self.deliveryCall, "What is to be done, if anything is."),
        .optional("consequence", .string(), "What a refund does to it, as the catalogue says."),
        .required("takenMilliunits", .integer(), "How much is taken back, in thousandths of a percent."),
        .optional("recovered", .array(of: Self.coinCount), "The coins that could be taken back in all."),
        .required("released", .boolean, "Whether it was released although it is older than the deliveries here."),
        .required("unconfirmed", .boolean, "Whether only an app has shown the purchase, signed long before."),
        .required("attempts", .integer(), "How often the call was tried in vain."),
        .required("inDoubt", .boolean, "Whether nobody knows what an attempt of the call has done."),
        .optional("failingSince", .instant),
        .optional("failure", Self.deliveryFailure),
    ]

    private static let coinCount = APISchema.named(
        "CoinCount",
        .object(.required("coin", .string(), "The coin's name in the catalogue."), .required("count", .integer()))
    )

    private static let deliveryCall = APISchema.named(
        "DeliveryCall",
        .object(
            .required("kind", .words(DeliveryCall.Kind.allCases.map(\.rawValue))),
            .required("key", .string(length: 1...520), "The same for this call however often it is told."),
            .required(
                "percentageMilliunits",
                .integer(),
                "How much is taken back in all once it is done, in thousandths of a percent: a target, not a step."
            )
        )
    )

    private static let deliveryFailure = APISchema.named(
        "PurchaseDeliveryFailure",
        .object(
            .required("code", .string(), "`status`, or what went wrong before there was one."),
            .optional("status", .integer()),
            .required("at", .instant)
        )
    )
}

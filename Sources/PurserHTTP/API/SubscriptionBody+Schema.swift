extension SubscriptionBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Subscription",
        .object(
            .required("state", .string(), "`active`, `grace`, `retry`, `overdue`, `expired`, `revoked` or `unknown`."),
            .required("confirmed", .boolean, "Whether Apple has confirmed the end."),
            .optional("product", .product, "What it is a subscription to now."),
            .optional("transaction", .transaction, "The newest period."),
            .required("renewStatus", .string(), "`on`, `off`, `offByRefundRequest` or `unknown`."),
            .optional("lastRenewalAt", .instant),
            .optional("nextRenewalAt", .instant),
            .optional("nextProduct", .product),
            .optional("nextPrice", .money),
            .optional("offer", .offer, "The offer of this period."),
            .optional("nextOffer", .offer, "The offer of the next period."),
            .optional("expirationIntent", .integer(), "Why it ended, as Apple says."),
            .optional("willRenewPeriod", .string()),
            .optional("willRenewCommitment", .string()),
            .optional("commitmentUntil", .instant),
            .required("overrides", .array(of: .string()), "Where a status of Apple's outweighs what was signed."),
            .required(
                "asks",
                .array(of: .string()),
                "What Apple would have to be asked, because the evidence leaves it open."
            )
        )
    )
}

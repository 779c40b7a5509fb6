import Ledger

/// The schemas of the subjects of events.
extension EventForm {
    /// A chain of purchases.
    static let chain = APISchema.named(
        "EventChain",
        .object(.required("environment", .environment), .required("originalTransaction", .transaction))
    )

    /// A purchase.
    static let transaction = APISchema.named(
        "EventTransaction",
        .object(
            .required("transactions", .array(of: .transaction), "Every id of the transaction, including restores."),
            .required("originalTransaction", .transaction),
            .required("product", .product),
            .required("type", .string(), "The product's type, from Apple."),
            .required("quantity", .integer()),
            .optional("seats", SeatsBody.schema, "The seats, of a multiseat subscription."),
            .required("purchasedAt", .instant),
            .optional("expiresAt", .instant),
            .required("ownership", .string(), "From Apple: `PURCHASED`, `FAMILY_SHARED`, ..."),
            .optional("transactionReason", .string(), "From Apple: `PURCHASE` or `RENEWAL`."),
            .required("upgraded", .boolean),
            .optional("price", .money),
            .optional("storefront", .string()),
            .optional("offer", .offer),
            Self.revoked,
            .optional("reportedRefund", Self.reportedRefund, "A refund that was reported without Apple's signature."),
            .optional("accountToken", .accountToken),
            .required("claim", Self.claim)
        )
    )

    /// A refund that was reported without Apple's signature.
    static let reportedRefund = APISchema.named("ReportedRefund", .record(Self.report))

    /// The content of a reported refund and its effect.
    static let report: [APIProperty] = [
        .required("reportedAt", .instant, "When it was first reported."),
        .required("revokedAt", .instant, "When Apple refunded it, according to the report."),
        .optional(
            "reason",
            .integer(),
            "Apple's `cancellation_reason`: 1 for a problem in the app, 0 for anything else."
        ),
        .required(
            "treatment",
            .enumeration(ReportedRefund.Treatment.allCases.map(\.rawValue)),
            "Its effect, according to the catalog at the time of the report."
        ),
    ]

    /// A subscription.
    static let subscription = APISchema.named(
        "EventSubscription",
        .record(
            Self.access + SubscriptionForm.period + Self.grounds + SubscriptionForm.renewals + [Self.revoked]
                + SubscriptionForm.outlook(willRenew: Self.willRenew)
        )
    )

    /// An entitlement.
    static let entitlement = APISchema.named(
        "EventEntitlement",
        EntitlementBody.form(subscription: Self.subscriptionOfEntitlement)
    )

    /// A transfer of purchases.
    static let transfer = APISchema.named(
        "EventTransfer",
        .object(
            .required("environment", .environment),
            .required("transfer", .integer(), "The transfer's number, the same in the events of both customers."),
            .optional("from", .string(), "The previous owner; absent if there was none."),
            .optional("to", .string(), "The new owner; absent if there is none."),
            .required("originalTransaction", .transaction),
            .required("transactions", .array(of: .transaction), "The transferred transactions."),
            .optional(
                "purchases",
                .array(of: Self.transaction),
                "The transferred transactions in full, for the new owner."
            ),
            .optional("subscription", Self.subscription, "The subscription that was transferred, for the new owner.")
        )
    )

    private static let subscriptionOfEntitlement = APISchema.named(
        "EventEntitlementSubscription",
        .record(
            SubscriptionForm.ofEntitlement(
                state: Self.state,
                renewStatus: Self.renewStatus,
                willRenew: Self.willRenew
            )
        )
    )

    private static let access: [APIProperty] = [
        .required("originalTransaction", .transaction),
        Self.state,
        SubscriptionForm.confirmed,
        .required("active", .boolean, "Whether it provides access."),
        .required("reason", .string(), "The reason; see `docs/concepts/subscriptions.md`."),
        .optional("since", .instant, "Since when it has this state."),
        .optional("until", .instant, "When access ends if nothing else happens."),
    ]
    private static let grounds: [APIProperty] = [
        .required("transactions", .array(of: .transaction), "The transactions that provide it."),
        .required("willRenew", Self.willRenew),
        Self.renewStatus,
    ]
    private static let state = APIProperty.required("state", .enumeration(SubscriptionPhase.allCodes))
    private static let renewStatus = APIProperty.required(
        "renewStatus",
        .enumeration(AutoRenew.allCases.map(\.rawValue))
    )
    private static let willRenew = APISchema.enumeration(WillRenew.allCases.map(\.rawValue))

    private static let revoked = APIProperty.optional(
        "revocation",
        .named(
            "EventRevocation",
            .object(
                .required("revokedAt", .instant),
                .optional("reason", .integer(), "The reason, from Apple."),
                .optional("type", .string(), "The type, from Apple."),
                .optional(
                    "percentageMilliunits",
                    .integer(0...100_000),
                    "The revoked share; 100000 is the whole amount."
                )
            )
        )
    )

    private static let claim = APISchema.named(
        "EventClaim",
        .object(
            .optional("owner", .string(), "The owner, by the app's own user id."),
            .required("reason", .enumeration(Claim.Reason.allCases.map(\.rawValue)), "Why.")
        )
    )
}

extension SubscriptionPhase {
    /// The codes of all phases.
    fileprivate static let allCodes = ["unknown", "active", "grace", "retry", "overdue", "expired", "revoked"]
}

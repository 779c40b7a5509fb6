import Ledger

/// The subjects of events.
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
            .required("transactions", .array(of: .transaction), "Every id that stands for it, restores included."),
            .required("originalTransaction", .transaction),
            .required("product", .product),
            .required("type", .string(), "The product's type, as Apple says."),
            .required("quantity", .integer()),
            .required("purchasedAt", .instant),
            .optional("expiresAt", .instant),
            .required("ownership", .string(), "As Apple says: `PURCHASED`, `FAMILY_SHARED`, ..."),
            .optional("transactionReason", .string(), "As Apple says: `PURCHASE` or `RENEWAL`."),
            .required("upgraded", .boolean),
            .optional("price", .money),
            .optional("storefront", .string()),
            .optional("offer", .offer),
            Self.revoked,
            .optional("reportedRefund", Self.reportedRefund, "A refund that is reported and that Apple did not sign."),
            .optional("accountToken", .accountToken),
            .required("claim", Self.claim)
        )
    )

    /// A refund that is reported and that Apple did not sign.
    static let reportedRefund = APISchema.named("ReportedRefund", .record(Self.report))

    /// What a report says of a refund, and what follows from it.
    static let report: [APIProperty] = [
        .required("reportedAt", .instant, "When it was reported first."),
        .required("revokedAt", .instant, "When Apple refunded, as the report says."),
        .optional(
            "reason",
            .integer(),
            "Apple's `cancellation_reason`: 1 for a problem in the app, 0 for anything else."
        ),
        .required(
            "treatment",
            .enumeration(ReportedRefund.Treatment.allCases.map(\.rawValue)),
            "What follows from it, as the catalog said when it was reported."
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
            .required("transfer", .integer(), "Its number, the same on both sides."),
            .optional("from", .string(), "Whose it was; absent for nobody."),
            .optional("to", .string(), "Whose it is; absent for nobody."),
            .required("originalTransaction", .transaction),
            .required("transactions", .array(of: .transaction), "What was transferred."),
            .optional(
                "purchases",
                .array(of: Self.transaction),
                "What was transferred, in full, for whoever has it now."
            ),
            .optional("subscription", Self.subscription, "What came along, for whoever has it now.")
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
        .required("active", .boolean, "Whether it gives access."),
        .required("reason", .string(), "Why; see `docs/concepts/subscriptions.md`."),
        .optional("since", .instant, "Since when it has been so."),
        .optional("until", .instant, "When access ends if nothing more is heard."),
    ]
    private static let grounds: [APIProperty] = [
        .required("transactions", .array(of: .transaction), "The transactions it rests on."),
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
                .optional("reason", .integer(), "As Apple says."),
                .optional("type", .string(), "As Apple says."),
                .optional("percentageMilliunits", .integer(0...100_000), "100000 is all of it.")
            )
        )
    )

    private static let claim = APISchema.named(
        "EventClaim",
        .object(
            .optional("owner", .string(), "Whose it is, by the app's own user id."),
            .required("reason", .enumeration(Claim.Reason.allCases.map(\.rawValue)), "Why.")
        )
    )
}

extension SubscriptionPhase {
    /// The codes of every phase.
    fileprivate static let allCodes = ["unknown", "active", "grace", "retry", "overdue", "expired", "revoked"]
}

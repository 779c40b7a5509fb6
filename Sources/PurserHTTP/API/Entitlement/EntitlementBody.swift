import Ledger

/// An entitlement as our JSON shows it; `AnswerWriter` writes it.
enum EntitlementBody {
    /// The form of it.
    static let schema = APISchema.named("Entitlement", Self.form(subscription: SubscriptionBody.schema))

    /// What is said of a right, in answers and in events alike; they differ in what they say of its subscription.
    static func form(subscription: APISchema) -> APISchema {
        .object(
            .required("right", .string(), "The right, as the catalogue names it."),
            .required("active", .boolean, "Whether it may be used now."),
            .required("state", .words(Entitlement.State.allCases.map(\.code))),
            .required("reason", .string(), "Why; see `docs/concepts/subscriptions.md`."),
            .optional("since", .instant, "Since when."),
            .optional("until", .instant, "Until when, as far as is known; absent for what is owned for good."),
            .required("willRenew", .words(WillRenew.allCases.map(\.rawValue))),
            .required("environment", .environment),
            .optional("product", .product, "The product that gives it."),
            .required("transactions", .array(of: .transaction), "The transactions it comes from."),
            .required("paidTwice", .boolean, "Whether two purchases give it at once."),
            .optional("subscription", subscription)
        )
    }
}

/// A customer's entitlements as our JSON shows them; `AnswerWriter` writes them.
enum EntitlementsBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Entitlements",
        .object(
            .required("customer", .customer),
            .required("environment", .environment),
            .required("at", .instant, "The instant for which this is true."),
            .required("entitlements", .array(of: EntitlementBody.schema))
        )
    )
}

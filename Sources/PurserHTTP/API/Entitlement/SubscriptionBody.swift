import AppStore
import Ledger
import Notation

/// The state of a subscription as our JSON shows it; `JSONText` writes it.
enum SubscriptionBody {
    /// A state inside an object that is encoded.
    static func value(_ state: SubscriptionState) -> JSONValue? {
        var json = JSONText()
        json.describe(SubscriptionDetails(state), isAnswer: true)
        return try? JSONValue(json: json.bytes)
    }

    /// The form of it.
    static let schema = APISchema.named("Subscription", .record(Self.published + [Self.asks]))

    private static let published = SubscriptionForm.ofEntitlement(
        state: .required(
            "state",
            .string(),
            "`active`, `grace`, `retry`, `overdue`, `expired`, `revoked` or `unknown`."
        ),
        renewStatus: .required("renewStatus", .string(), "`on`, `off`, `offByRefundRequest` or `unknown`."),
        willRenew: .string()
    )
    private static let asks = APIProperty.required(
        "asks",
        .array(of: .string()),
        "What Apple would have to be asked, because the evidence leaves it open."
    )
}

/// The fields by which a subscription is told, in answers and in events alike.
///
/// Both forms are put together from these, so that a field that one of them gains is not forgotten in the other. Where
/// events name every word that may stand in a field and answers leave the list open, the field is a parameter.
enum SubscriptionForm {
    /// Whether its end is certain.
    static let confirmed = APIProperty.required("confirmed", .boolean, "Whether Apple has confirmed the end.")
    /// What is paid for.
    static let period: [APIProperty] = [
        .optional("product", .product, "What it is a subscription to now."),
        .optional("transaction", .transaction, "The newest period."),
    ]
    /// What was charged last, and what would be charged next.
    static let renewals: [APIProperty] = [
        .optional(
            "renewStatusChangedAt",
            .instant,
            "When auto-renew came to be as it is, where version 1 or `verifyReceipt` has dated that."
        ),
        .optional("lastRenewalAt", .instant),
        .optional("nextRenewalAt", .instant),
        .optional("nextProduct", .product),
        .optional("nextPrice", .money),
        .optional("offer", .offer, "The offer of this period."),
        .optional("nextOffer", .offer, "The offer of the next period."),
        .optional("expirationIntent", .integer(), "Why it ended, as Apple says."),
    ]

    /// What is promised beyond this period, and what outweighs the evidence; `willRenew` is what may be said of a
    /// renewal.
    static func outlook(willRenew: APISchema) -> [APIProperty] {
        [
            .optional("willRenewPeriod", willRenew),
            .optional("willRenewCommitment", willRenew),
            .optional("commitmentUntil", .instant),
            .required("overrides", .array(of: .string()), "Where a status of Apple's outweighs what was signed."),
        ]
    }

    /// The fields of a subscription as a part of an entitlement.
    static func ofEntitlement(state: APIProperty, renewStatus: APIProperty, willRenew: APISchema) -> [APIProperty] {
        [state, Self.confirmed] + Self.period + [renewStatus] + Self.renewals + Self.outlook(willRenew: willRenew)
    }
}

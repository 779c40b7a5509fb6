import AppStore
import Ledger
import Notation

/// The state of a subscription in JSON; `JSONText` writes it.
enum SubscriptionBody {
    /// Returns a state for use inside an encoded object.
    static func value(_ state: SubscriptionState) -> JSONValue? {
        var json = JSONText()
        json.describe(SubscriptionDetails(state), isAnswer: true)
        return try? JSONValue(json: json.bytes)
    }

    /// Its schema.
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
        "The calls to Apple that would resolve what the evidence leaves open."
    )
}

/// The fields of a subscription in responses and events.
///
/// Both schemas are built from these, so that a new field appears in both. A field whose values events list and
/// responses leave open is a parameter.
enum SubscriptionForm {
    /// Whether the end is certain.
    static let confirmed = APIProperty.required("confirmed", .boolean, "Whether Apple has confirmed the end.")
    /// The fields of the paid period.
    static let period: [APIProperty] = [
        .optional("product", .product, "The current product."),
        .optional("transaction", .transaction, "The transaction of the newest period."),
    ]
    /// The fields of the last and the next charge.
    static let renewals: [APIProperty] = [
        .optional(
            "renewStatusChangedAt",
            .instant,
            "When the current state of auto-renew began, if a version 1 notification or `verifyReceipt` dated it."
        ),
        .optional("lastRenewalAt", .instant),
        .optional("nextRenewalAt", .instant),
        .optional("nextProduct", .product),
        .optional("nextPrice", .money),
        .optional("offer", .offer, "The offer of this period."),
        .optional("nextOffer", .offer, "The offer of the next period."),
        .optional("expirationIntent", .integer(), "Why it ended, from Apple."),
    ]

    /// Who invites the members of a multiseat subscription.
    static let invitations = APISchema.enumeration(Seats.Invitations.allCases.map { $0.rawValue.lowercased() })

    /// Returns the fields about the time after this period and about overrides of the evidence; `willRenew` is the
    /// schema of the renewal.
    static func outlook(willRenew: APISchema) -> [APIProperty] {
        [
            .optional("willRenewPeriod", willRenew),
            .optional("willRenewCommitment", willRenew),
            .optional("commitmentUntil", .instant),
            .optional(
                "seats",
                .object(
                    .required("count", .integer(), "The seats that are paid and not refunded."),
                    .optional("next", .integer(), "The seats that Apple expects at the next renewal."),
                    .optional("invitations", Self.invitations, "Who invites the members.")
                ),
                "The seats of a multiseat subscription."
            ),
            .required(
                "overrides",
                .array(of: .string()),
                "The fields in which a status from Apple takes precedence over signed evidence."
            ),
        ]
    }

    /// Returns the fields of a subscription inside an entitlement.
    static func ofEntitlement(state: APIProperty, renewStatus: APIProperty, willRenew: APISchema) -> [APIProperty] {
        [state, Self.confirmed] + Self.period + [renewStatus] + Self.renewals + Self.outlook(willRenew: willRenew)
    }
}

import Ledger

/// The state of a subscription as our JSON shows it; `AnswerWriter` writes it.
enum SubscriptionBody {
    /// The form of it.
    static let schema = APISchema.named("Subscription", .record(Self.told + [Self.asks]))

    private static let told = SubscriptionForm.ofRight(
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

    /// What is promised beyond this period, and what outweighs the evidence; `willRenew` is what may be said of a renewal.
    static func outlook(willRenew: APISchema) -> [APIProperty] {
        [
            .optional("willRenewPeriod", willRenew),
            .optional("willRenewCommitment", willRenew),
            .optional("commitmentUntil", .instant),
            .required("overrides", .array(of: .string()), "Where a status of Apple's outweighs what was signed."),
        ]
    }

    /// The fields of a subscription as a part of a right.
    static func ofRight(state: APIProperty, renewStatus: APIProperty, willRenew: APISchema) -> [APIProperty] {
        [state, Self.confirmed] + Self.period + [renewStatus] + Self.renewals + Self.outlook(willRenew: willRenew)
    }
}

/// The state of a subscription as our JSON shows it, where answers are not written byte by byte; `SubscriptionBody` has its
/// form.
struct SubscriptionStateBody: Encodable {
    let state: String
    let confirmed: Bool
    let product: String?
    let transaction: String?
    let renewStatus: String
    let renewStatusChangedAt: String?
    let lastRenewalAt: String?
    let nextRenewalAt: String?
    let nextProduct: String?
    let nextPrice: MoneyBody?
    let offer: OfferBody?
    let nextOffer: OfferBody?
    let expirationIntent: Int?
    let willRenewPeriod: String?
    let willRenewCommitment: String?
    let commitmentUntil: String?
    let overrides: [String]
    let asks: [String]

    init(_ state: SubscriptionState) {
        self.state = state.standing.code
        self.confirmed = state.standing != .expired(isConfirmed: false)
        self.product = state.productID?.rawValue
        self.transaction = state.transactionID?.rawValue
        self.renewStatus = state.renewStatus.rawValue
        self.renewStatusChangedAt = state.renewStatusChangedAt?.rfc3339
        self.lastRenewalAt = state.lastRenewalAt?.rfc3339
        self.nextRenewalAt = state.nextRenewalAt?.rfc3339
        self.nextProduct = state.nextProductID?.rawValue
        self.nextPrice = state.nextPrice.map(MoneyBody.init)
        self.offer = state.offer.map(OfferBody.init)
        self.nextOffer = state.nextOffer.map(OfferBody.init)
        self.expirationIntent = state.expirationIntent
        self.willRenewPeriod = state.willRenewPeriod?.rawValue
        self.willRenewCommitment = state.willRenewCommitment?.rawValue
        self.commitmentUntil = state.commitmentUntil?.rfc3339
        self.overrides = state.overrides.map(\.kind.rawValue)
        self.asks = state.heals.map(\.reason.rawValue)
    }
}

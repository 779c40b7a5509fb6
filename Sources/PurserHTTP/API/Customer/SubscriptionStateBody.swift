import Ledger

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

import Ledger
import PurserService

extension AnswerWriter {
    /// Writes a customer's rights, and says which of the bytes are the rights without the instant of the question.
    static func answer(_ answer: CustomerEntitlements) -> (body: [UInt8], rights: [UInt8]) {
        var rights = AnswerWriter(capacity: 64 + answer.entitlements.count * 640)
        rights.rights(answer.entitlements)
        var writer = AnswerWriter(capacity: rights.bytes.count + 160)
        writer.beginObject()
        writer.member("at", answer.at)
        writer.member("customer", answer.customer.rawValue)
        writer.name("entitlements")
        writer.json(rights.bytes)
        writer.member("environment", answer.environment.rawValue)
        writer.endObject()
        return (writer.bytes, rights.bytes)
    }

    /// Writes rights as an array.
    mutating func rights(_ entitlements: [Entitlement]) {
        self.beginArray()
        for entitlement in entitlements { self.right(entitlement) }
        self.endArray()
    }

    private mutating func right(_ entitlement: Entitlement) {
        self.beginObject()
        self.member("active", entitlement.isActive)
        self.member("environment", entitlement.environment.rawValue)
        self.member("paidTwice", entitlement.paidTwice)
        self.member("product", entitlement.productID?.rawValue)
        self.member("reason", entitlement.reason.rawValue)
        self.member("right", entitlement.right.rawValue)
        self.member("since", entitlement.since)
        self.member("state", entitlement.state.code)
        if let subscription = entitlement.subscription {
            self.name("subscription")
            self.subscription(subscription)
        }
        self.member("transactions", entitlement.transactionIDs.map(\.rawValue))
        self.member("until", entitlement.until)
        self.member("willRenew", entitlement.willRenew.rawValue)
        self.endObject()
    }

    private mutating func subscription(_ answer: SubscriptionAnswer) {
        self.beginObject()
        self.member("asks", answer.asks.map(\.rawValue))
        self.member("commitmentUntil", answer.commitmentUntil)
        self.member("confirmed", answer.standing != .expired(isConfirmed: false))
        self.member("expirationIntent", answer.expirationIntent.map(Int64.init))
        self.member("lastRenewalAt", answer.lastRenewalAt)
        self.offer("nextOffer", answer.nextOffer)
        if let price = answer.nextPrice {
            self.name("nextPrice")
            self.beginObject()
            self.member("amountMilliunits", price.amountMilliunits)
            self.member("currency", price.currency)
            self.endObject()
        }
        self.member("nextProduct", answer.nextProductID?.rawValue)
        self.member("nextRenewalAt", answer.nextRenewalAt)
        self.offer("offer", answer.offer)
        self.member("overrides", answer.overrides.map(\.rawValue))
        self.member("product", answer.productID?.rawValue)
        self.member("renewStatus", answer.renewStatus.rawValue)
        self.member("renewStatusChangedAt", answer.renewStatusChangedAt)
        self.member("state", answer.standing.code)
        self.member("transaction", answer.transactionID?.rawValue)
        self.member("willRenewCommitment", answer.willRenewCommitment?.rawValue)
        self.member("willRenewPeriod", answer.willRenewPeriod?.rawValue)
        self.endObject()
    }

    private mutating func offer(_ name: StaticString, _ offer: Offer?) {
        guard let offer else { return }
        self.name(name)
        self.beginObject()
        self.member("offerDiscountType", offer.discountType)
        self.member("offerIdentifier", offer.identifier)
        self.member("offerPeriod", offer.period)
        self.member("offerType", Int64(offer.type))
        self.endObject()
    }
}

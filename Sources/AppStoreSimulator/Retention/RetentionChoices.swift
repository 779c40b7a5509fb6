package import AppStore
import Foundation

/// What the store can show to one customer who is about to cancel.
package struct RetentionChoices: Hashable, Sendable {
    /// The product of the subscription.
    package var product: String
    /// The products to which the customer can change, each with the billing plans that the response can name.
    package var alternatives: [String: Set<BillingPlanType>] = [:]
    /// The message that the developer has set up in App Store Connect for the product.
    package var message: WorldRetentionMessage?
    /// The best retention offer for which the customer is eligible.
    package var offer: String?
    /// Whether the signature of the response permits its promotional offer to the customer.
    package var permitsPromotionalOffer = false

    /// Creates choices without a message of App Store Connect, offers and other products.
    package init(product: String) {
        self.product = product
    }

    /// Returns whether the customer can change to a product, with a billing plan if one is named.
    ///
    /// The customer's own product is possible with another plan only.
    func allows(_ product: String, plan: BillingPlanType?) -> Bool {
        guard let plans = self.alternatives[product] else { return false }
        return plan.map { plans.contains($0) } ?? (product != self.product)
    }
}

extension WorldState {
    /// Returns what the store can show to the customer of a transaction's subscription, after a reply of the app's
    /// server.
    func retentionChoices(_ id: String, after reply: RealtimeReply?) -> RetentionChoices? {
        guard let transaction = try? self.index(ofTransaction: id),
            let subscription = self.transactions[transaction].subscription
        else { return nil }
        let facts = self.subscriptions[subscription]
        let own = self.product(of: facts)
        var choices = RetentionChoices(product: own.id)
        for product in self.catalogs[facts.app].products where product.group == own.group && own.group != nil {
            var plans = Set(
                product.billingPlans.filter(\.isEnabled).map { BillingPlanType(rawValue: $0.kind.rawValue) }
            )
            if product.id == own.id {
                plans.remove(BillingPlanType(rawValue: (facts.plan ?? .billedUpfront).rawValue))
            }
            choices.alternatives[product.id] = plans
        }
        choices.message = own.retentionMessage
        choices.offer = self.bestRetentionOffer(of: subscription).flatMap { own.offers[$0].id }
        if let offer = reply?.response?.promotionalOffer {
            choices.permitsPromotionalOffer = self.permits(offer, to: subscription)
        }
        return choices
    }

    /// Returns whether a subscriber is eligible for a retention offer of the running product.
    ///
    /// The period must have been paid: an offer does not follow a free trial.
    func isEligible(forRetentionOffer offer: WorldOffer, _ subscription: Int) -> Bool {
        let facts = self.subscriptions[subscription]
        return offer.kind == .retention && offer.isEligible && !facts.renewal.isOver
            && self.transactions[facts.latest].price.milliunits > 0
    }

    /// Returns the index of the retention offer that saves a subscriber most, of those for which they are eligible.
    ///
    /// Of equal offers the first in the catalog is the best.
    private func bestRetentionOffer(of subscription: Int) -> Int? {
        let product = self.product(of: self.subscriptions[subscription])
        let storefront = self.customers[self.subscriptions[subscription].customer].storefront
        var best: (index: Int, saving: Int64)?
        for (index, offer) in product.offers.enumerated()
        where self.isEligible(forRetentionOffer: offer, subscription) {
            let saving = Self.saving(by: offer, of: product, in: storefront)
            if saving > best?.saving ?? .min { best = (index, saving) }
        }
        return best?.index
    }

    /// Returns how much less a customer pays with an offer, in milliunits; months have 30 days.
    private static func saving(by offer: WorldOffer, of product: WorldProduct, in storefront: WorldStorefront) -> Int64
    {
        func days(_ period: SubscriptionPeriod) -> Int64 { Int64(period.months * 30 + period.days) }
        let count = Int64(max(offer.periodCount, 1))
        let period = product.period ?? .month
        let regular = product.price(in: storefront).milliunits * days(offer.period ?? period) * count
        let paid = offer.price(in: storefront).milliunits * (offer.mode == .payAsYouGo ? count : 1)
        return regular / max(days(period), 1) - paid
    }

    /// Returns whether the app's key signed a promotional offer of the customer's group, for this customer.
    private func permits(_ offer: RealtimeResponseBody.PromotionalOffer, to subscription: Int) -> Bool {
        let facts = self.subscriptions[subscription]
        let group = self.product(of: facts).group
        let bundleId = self.apps[facts.app].bundleId
        let key = self.keys[facts.app]
        return self.catalogs[facts.app].products.contains { product in
            guard product.group == group else { return false }
            return product.offers.contains { candidate in
                guard candidate.kind == .promotional, let id = candidate.id else { return false }
                if let first = offer.promotionalOfferSignatureV1 {
                    return first.permits(id, of: product.id, in: bundleId, key: key)
                }
                guard let second = offer.promotionalOfferSignatureV2,
                    let signature = OfferSignature(String(decoding: second.bytes, as: UTF8.self)),
                    signature.permits(id, of: product.id, in: bundleId, key: key)
                else { return false }
                guard let named = signature.transactionId else { return true }
                return (try? self.customer(ofAny: named, app: facts.app)) == facts.customer
            }
        }
    }
}

extension PromotionalOfferSignatureV1 {
    /// Returns whether the signature allows this offer of this product in this app, with this key.
    ///
    /// Follows Apple's Generating a signature for promotional offers: the parts are separated by U+2063.
    fileprivate func permits(_ offer: String, of product: String, in bundleId: String, key: APIKey) -> Bool {
        guard self.offerIdentifier == offer, self.productId == product, self.keyId == key.keyId,
            let nonce = self.nonce, let timestamp = self.timestamp,
            let signature = self.encodedSignature.flatMap({ Data(base64Encoded: $0) })
        else { return false }
        let parts = [
            bundleId, key.keyId, product, offer, self.appAccountToken ?? "", nonce, String(timestamp.milliseconds),
        ]
        return key.verifies(derSignature: Array(signature), over: Array(parts.joined(separator: "\u{2063}").utf8))
    }
}

import AppStore

extension WorldNotification {
    /// A description of the event with the store or the customer as its subject, such as "renews pro.monthly".
    public var sentence: String {
        let product = self.transactionPayload?.productId ?? ""
        let next = self.renewalInfoPayload?.autoRenewProductId ?? product
        switch (self.type, self.subtype) {
        case (.subscribed, .initialBuy?), (.offerRedeemed, .initialBuy?): return "subscribes to \(product)"
        case (.subscribed, _), (.offerRedeemed, .resubscribe?): return "subscribes to \(product) again"
        case (.oneTimeCharge, _):
            let quantity = self.transactionPayload?.quantity ?? 1
            return quantity == 1 ? "buys \(product)" : "buys \(quantity) of \(product)"
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?): return "upgrades to \(product)"
        case (.didChangeRenewalPref, .downgrade?), (.offerRedeemed, .downgrade?):
            return "changes to \(next) at the next renewal"
        case (.didChangeRenewalPref, .increaseQuantity?), (.didChangeRenewalPref, .decreaseQuantity?):
            return "wants \(self.renewalInfoPayload?.renewalQuantity ?? 0) seats of \(product)"
        case (.didChangeRenewalPref, _): return "keeps \(product)"
        case (.offerRedeemed, _): return "redeems an offer for \(product)"
        case (.didChangeRenewalStatus, .autoRenewEnabled?):
            return "turns on the renewal of \(product) again"
        case (.didChangeRenewalStatus, _):
            return self.isByCustomer ? "cancels \(product)" : "stops renewing \(product)"
        case (.didRenew, .billingRecovery?): return "bills \(product) successfully"
        case (.didRenew, _): return "renews \(product)"
        case (.didFailToRenew, .gracePeriod?): return "fails to bill \(next); grace begins"
        case (.didFailToRenew, _): return "fails to bill \(next)"
        case (.gracePeriodExpired, _): return "ends the grace of \(product)"
        case (.expired, .billingRetry?): return "stops billing \(product)"
        case (.expired, .priceIncrease?): return "ends \(product): no consent to its price"
        case (.expired, .productNotForSale?): return "ends \(product): it is no longer sold"
        case (.expired, _): return "ends \(product)"
        case (.priceIncrease, .pending?): return "asks for consent to a higher price of \(product)"
        case (.priceIncrease, _): return self.isByCustomer ? "consents to the price" : "announces a higher price"
        case (.consumptionRequest, _): return "requests a refund of \(product)"
        case (.refund, .seats?): return "refunds seats of \(product)"
        case (.refund, _):
            guard let percentage = self.transactionPayload?.revocationPercentage else { return "refunds \(product)" }
            return "refunds \(Double(percentage) / 1000) % of \(product)"
        case (.refundDeclined, _): return "declines to refund \(product)"
        case (.refundReversed, _): return "reverses the refund of \(product)"
        case (.revoke, _): return "stops sharing \(product)"
        case (.renewalExtended, _): return "extends \(product)"
        case (.renewalExtension, .failure?): return "cannot extend \(product)"
        case (.renewalExtension, _): return "has extended all renewals"
        case (.test, _): return "sends a test notification"
        case (.rescindConsent, _): return "withdraws a parent's consent"
        case (.externalPurchaseToken, _): return "reports an external purchase token"
        case (.metadataUpdate, _): return "changes the metadata of \(product)"
        case (.migration, _): return "migrates a subscription to \(product)"
        case (.unclaimSeats, _): return "ends the claims on refunded seats"
        case (.priceChange, _): return "changes the price of \(product)"
        default: return self.name
        }
    }
}

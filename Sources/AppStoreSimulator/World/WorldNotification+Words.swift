import AppStore

extension WorldNotification {
    /// What happened, in words of the store's side: "renews pro.monthly".
    public var sentence: String {
        let product = self.transactionPayload?.productId ?? ""
        let next = self.renewalInfoPayload?.autoRenewProductId ?? product
        switch (self.type, self.subtype) {
        case (.subscribed, .initialBuy?), (.offerRedeemed, .initialBuy?): return "subscribes to \(product)"
        case (.subscribed, _), (.offerRedeemed, .resubscribe?): return "subscribes to \(product) again"
        case (.oneTimeCharge, _):
            let quantity = self.transactionPayload?.quantity ?? 1
            return quantity == 1 ? "buys \(product)" : "buys \(quantity) of \(product)"
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?): return "moves up to \(product)"
        case (.didChangeRenewalPref, .downgrade?), (.offerRedeemed, .downgrade?):
            return "moves to \(next) at the next renewal"
        case (.didChangeRenewalPref, _): return "stays with \(product) after all"
        case (.offerRedeemed, _): return "takes an offer for \(product)"
        case (.didChangeRenewalStatus, .autoRenewEnabled?):
            return "takes the cancellation of \(product) back"
        case (.didChangeRenewalStatus, _):
            return self.isByCustomer ? "cancels \(product)" : "stops renewing \(product)"
        case (.didRenew, .billingRecovery?): return "bills \(product) after all"
        case (.didRenew, _): return "renews \(product)"
        case (.didFailToRenew, .gracePeriod?): return "fails to bill \(next) and grants grace"
        case (.didFailToRenew, _): return "fails to bill \(next)"
        case (.gracePeriodExpired, _): return "ends the grace for \(product)"
        case (.expired, .billingRetry?): return "gives up billing \(product)"
        case (.expired, .priceIncrease?): return "ends \(product): nobody agreed to its price"
        case (.expired, .productNotForSale?): return "ends \(product): it is not sold any more"
        case (.expired, _): return "\(product) has run out"
        case (.priceIncrease, .pending?): return "asks for consent to a higher price of \(product)"
        case (.priceIncrease, _): return self.isByCustomer ? "agrees to the price" : "tells of a higher price"
        case (.consumptionRequest, _): return "asks for a refund of \(product)"
        case (.refund, _):
            guard let percentage = self.transactionPayload?.revocationPercentage else { return "refunds \(product)" }
            return "refunds \(Double(percentage) / 1000) % of \(product)"
        case (.refundDeclined, _): return "declines to refund \(product)"
        case (.refundReversed, _): return "reverses the refund of \(product)"
        case (.revoke, _): return "shares \(product) no more"
        case (.renewalExtended, _): return "extends \(product)"
        case (.renewalExtension, .failure?): return "cannot extend \(product)"
        case (.renewalExtension, _): return "has extended all renewals"
        case (.test, _): return "sends a test notification"
        case (.rescindConsent, _): return "withdraws a parent's consent"
        case (.externalPurchaseToken, _): return "tells of an external purchase token"
        case (.metadataUpdate, _): return "has new names for \(product)"
        case (.migration, _): return "moves a subscription to \(product)"
        case (.priceChange, _): return "has a new price for \(product)"
        default: return self.name
        }
    }
}

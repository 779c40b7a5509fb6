import AppStore
import AppStoreSimulator

extension Sometimes {
    /// What a notification shows to have been reached.
    static func events(in notification: WorldNotification) -> [Sometimes] {
        let payload = notification.transactionPayload
        let isShared = payload?.inAppOwnershipType == .familyShared
        var events: [Sometimes] = []
        switch (notification.type, notification.subtype) {
        case (.subscribed, _) where isShared, (.oneTimeCharge, _) where isShared: events = [.familyShared]
        case (.subscribed, .resubscribe?): events = [.resubscribed]
        case (.didFailToRenew, .gracePeriod?): events = [.graceEntered]
        case (.didFailToRenew, _): events = [.billingRetryEntered]
        case (.gracePeriodExpired, _): events = [.graceEnded, .billingRetryEntered]
        case (.didRenew, .billingRecovery?): events = [.recovered]
        case (.expired, .billingRetry?): events = [.gaveUp]
        case (.expired, .priceIncrease?): events = [.consentRefused]
        case (.expired, .productNotForSale?): events = [.withdrawnFromSale]
        case (.didChangeRenewalStatus, .autoRenewEnabled?): events = [.reenabled]
        case (.didChangeRenewalStatus, _): events = [.cancelled]
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?): events = [.upgraded]
        case (.didChangeRenewalPref, .downgrade?), (.offerRedeemed, .downgrade?): events = [.downgraded]
        case (.didChangeRenewalPref, _): events = [.planKept]
        case (.revoke, _): events = [.familyRevoked]
        case (.refund, _): events = [payload?.revocationPercentage == nil ? .refunded : .prorated]
        case (.consumptionRequest, _): events = [.refundAsked]
        case (.refundDeclined, _): events = [.refundDeclined]
        case (.refundReversed, _): events = [.refundReversed]
        case (.priceIncrease, .pending?): events = [.consentAsked]
        case (.priceIncrease, _): events = [notification.isByCustomer ? .consentGiven : .priceTold]
        case (.renewalExtended, _): events = [.extended]
        case (.renewalExtension, .summary?): events = [.extendedForAll]
        case (.rescindConsent, _): events = [.consentRescinded]
        default: break
        }
        if notification.type == .didRenew, let begins = payload?.purchaseDate, let signed = payload?.signedDate {
            if begins > signed { events.append(.early) }
            if begins < signed, notification.subtype == nil { events.append(.late) }
        }
        if payload?.commitmentInfo != nil { events.append(.commitment) }
        switch payload?.offerType {
        case .introductory?: events.append(.introductoryOffer)
        case .promotional?: events.append(.promotionalOffer)
        case .offerCode?: events.append(payload?.offerDiscountType == .oneTime ? .oneTimeCode : .offerCode)
        case .winBack?: events.append(.winBackOffer)
        default: break
        }
        return events
    }
}

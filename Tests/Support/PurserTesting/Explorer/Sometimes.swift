import AppStore
import AppStoreSimulator

/// Something interesting that random programs must reach now and then, or they prove nothing.
package enum Sometimes: String, Hashable, Sendable, CaseIterable {
    // What subscriptions do.
    case graceEntered, graceEnded, billingRetryEntered, recovered, gaveUp, resubscribed, canceled, reenabled
    case upgraded, downgraded, planKept, commitment, early, late
    // Offers of each kind.
    case introductoryOffer, promotionalOffer, offerCode, winBackOffer, oneTimeCode
    // Families.
    case familyShared, familyRevoked
    // Refunds.
    case refunded, prorated, refundAsked, refundDeclined, refundReversed
    // Prices and extensions.
    case consentAsked, consentGiven, consentRefused, priceNotified, extended, extendedForAll
    // Purchases.
    case restored, askedToBuy, boughtInPast, withdrawnFromSale, consentRescinded
    // Delivery.
    case deliveredTwice, disorder, lostForGood, retry2, retry3, retry4, retry5, retry6
    // Healing from Apple's history, with more than a page of it.
    case healed, pageTwo
    case quarantined, released, forgedRefused, strangerRefused, serverDown, restarted
    // Coins.
    case spent, spentTooMuch, coinsRevoked, coinsOwed
    // Orders.
    case ordered, orderFulfilled, orderPaidWrongly, orderPaidTwice, orderCanceled
    // Seats.
    case seatsAdded, seatsRefunded, seatAssigned, seatsUnclaimed, fewerSeats
    // What the checks were about.
    case fullyReceived, partlyReceived

    /// Returns the events that a notification shows.
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
        case (.didChangeRenewalStatus, _): events = [.canceled]
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?): events = [.upgraded]
        case (.didChangeRenewalPref, .downgrade?), (.offerRedeemed, .downgrade?): events = [.downgraded]
        case (.revoke, _): events = [.familyRevoked]
        case (.didChangeRenewalPref, .decreaseQuantity?): events = [.fewerSeats]
        case (.didChangeRenewalPref, .increaseQuantity?): events = []
        case (.didChangeRenewalPref, _): events = [.planKept]
        case (.unclaimSeats, _): events = [.seatsUnclaimed]
        case (.refund, .seats?): events = []
        case (.refund, _): events = [payload?.revocationPercentage == nil ? .refunded : .prorated]
        case (.consumptionRequest, _): events = [.refundAsked]
        case (.refundDeclined, _): events = [.refundDeclined]
        case (.refundReversed, _): events = [.refundReversed]
        case (.priceIncrease, .pending?): events = [.consentAsked]
        case (.priceIncrease, _): events = [notification.isByCustomer ? .consentGiven : .priceNotified]
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

/// The counts of reached events.
package struct SometimesCounts: Hashable, Sendable {
    private var counts: [Sometimes: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// Returns the count of an event.
    package subscript(_ event: Sometimes) -> Int { self.counts[event] ?? 0 }

    /// Counts something.
    package mutating func count(_ event: Sometimes, _ times: Int = 1) {
        self.counts[event, default: 0] += times
    }

    /// Adds what another run reached.
    package mutating func add(_ other: Self) {
        for (event, times) in other.counts { self.count(event, times) }
    }

    /// The events that were never reached.
    package var never: [Sometimes] { Sometimes.allCases.filter { self[$0] == 0 } }

    /// Every count, on one line.
    package var line: String {
        Sometimes.allCases.map { "\($0.rawValue) \(self[$0])" }.joined(separator: ", ")
    }
}

/// Something interesting that random programs must reach now and then, or they prove nothing.
package enum Sometimes: String, Hashable, Sendable, CaseIterable {
    // What subscriptions do.
    case graceEntered, graceEnded, billingRetryEntered, recovered, gaveUp, resubscribed, cancelled, reenabled
    case upgraded, downgraded, planKept, commitment, early, late
    // Offers of each kind.
    case introductoryOffer, promotionalOffer, offerCode, winBackOffer, oneTimeCode
    // Families.
    case familyShared, familyRevoked
    // Refunds.
    case refunded, prorated, refundAsked, refundDeclined, refundReversed
    // Prices and extensions.
    case consentAsked, consentGiven, consentRefused, priceTold, extended, extendedForAll
    // Purchases.
    case restored, askedToBuy, boughtInPast, withdrawnFromSale, consentRescinded
    // Delivery.
    case deliveredTwice, disorder, lostForGood, retry2, retry3, retry4, retry5, retry6
    // Healing from Apple's history, with more than a page of it.
    case healed, pageTwo
    case quarantined, released, forgedRefused, strangerRefused, serverDown, restarted
    // Coins.
    case spent, spentTooMuch, coinsTakenBack, coinsOwed
    // Orders.
    case ordered, orderDelivered, orderPaidWrongly, orderPaidTwice, orderCancelled
    // What the checks were about.
    case fullyTold, partlyTold
}

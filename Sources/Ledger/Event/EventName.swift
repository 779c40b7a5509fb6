/// What happened, as `noun.past`; the list only ever grows.
package enum EventName: String, Hashable, Sendable, CaseIterable {
    /// A purchase became known.
    case transactionRecorded = "transaction.recorded"
    /// What Apple says of a known purchase is another thing now.
    case transactionChanged = "transaction.changed"
    /// Money went back, all of it or a part.
    case transactionRefunded = "transaction.refunded"
    /// A refund of it was reported that Apple has not signed.
    case transactionRefundReported = "transaction.refund_reported"
    /// A refund or withdrawal was undone.
    case transactionRestored = "transaction.restored"
    /// Access was withdrawn from somebody who had not paid himself.
    case transactionWithdrawn = "transaction.withdrawn"
    /// A subscription became known.
    case subscriptionStarted = "subscription.started"
    /// A further period of it is paid.
    case subscriptionRenewed = "subscription.renewed"
    /// The charge failed and the App Store grants a grace period.
    case subscriptionEnteredGrace = "subscription.entered_grace"
    /// The charge failed and the App Store tries again, without access.
    case subscriptionEnteredRetry = "subscription.entered_retry"
    /// The charge succeeded after all.
    case subscriptionRecovered = "subscription.recovered"
    /// It is over.
    case subscriptionExpired = "subscription.expired"
    /// It was refunded or withdrawn.
    case subscriptionRevoked = "subscription.revoked"
    /// It runs again after it had been over.
    case subscriptionResumed = "subscription.resumed"
    /// Anything else about it changed: whether it will renew, to what, at which price.
    case subscriptionChanged = "subscription.changed"
    /// What nobody owned belongs to a customer now.
    case ownershipClaimed = "ownership.claimed"
    /// What one customer owned belongs to another now.
    case ownershipTransferred = "ownership.transferred"
    /// What a customer owned belongs to nobody now.
    case ownershipReleased = "ownership.released"
    /// Two chains turned out to be one, and this event stream ends.
    case chainJoined = "chain.joined"
    /// An entitlement that the customer could not use is usable.
    case entitlementGranted = "entitlement.granted"
    /// Something else is to be said of an entitlement, and it is as usable as it was.
    case entitlementChanged = "entitlement.changed"
    /// An entitlement that the customer could use is not usable any more.
    case entitlementEnded = "entitlement.ended"
    /// A purchase brought coins.
    case walletCredited = "wallet.credited"
    /// Somebody gave coins by hand.
    case walletGranted = "wallet.granted"
    /// The customer spent coins.
    case walletSpent = "wallet.spent"
    /// Somebody corrected a balance by hand.
    case walletAdjusted = "wallet.adjusted"
    /// What is left of a purchase is held while Apple decides about its refund.
    case walletHeld = "wallet.held"
    /// What was held can be spent again.
    case walletReleased = "wallet.released"
    /// A refund revoked coins, or made a debt of what was missing.
    case walletRevoked = "wallet.revoked"
    /// The reversal of a refund gave coins and debt back.
    case walletRestored = "wallet.restored"
    /// Coins expired.
    case walletExpired = "wallet.expired"
    /// The wallets of two customers became one.
    case walletMerged = "wallet.merged"
    /// What was paid for may not be fulfilled yet.
    case fulfillmentWaiting = "fulfillment.waiting"
    /// What was paid for is to be fulfilled.
    case fulfillmentDue = "fulfillment.due"
    /// It was fulfilled.
    case fulfillmentConfirmed = "fulfillment.confirmed"
    /// Fulfilling it is left to a person.
    case fulfillmentSuspended = "fulfillment.suspended"
    /// Nothing is to be fulfilled.
    case fulfillmentCanceled = "fulfillment.canceled"
    /// What was fulfilled is to be revoked.
    case fulfillmentRevocationDue = "fulfillment.revocation_due"
    /// It was revoked.
    case fulfillmentRevocationConfirmed = "fulfillment.revocation_confirmed"
    /// Revoking it is left to a person.
    case fulfillmentRevocationSuspended = "fulfillment.revocation_suspended"
    /// It is not to be revoked any more.
    case fulfillmentRevocationCanceled = "fulfillment.revocation_canceled"
    /// An order was made.
    case orderCreated = "order.created"
    /// An order was paid for.
    case orderPaid = "order.paid"
    /// What an order paid for was fulfilled.
    case orderFulfilled = "order.fulfilled"
    /// An order was not paid for in time.
    case orderExpired = "order.expired"
    /// An order was called off.
    case orderCanceled = "order.canceled"
    /// Money of an order went back, all of it or a part.
    case orderRefunded = "order.refunded"
    /// A refund of an order was undone.
    case orderRestored = "order.restored"
    /// An order waits again for what it had: its payment is another's, or its fulfillment was revoked.
    case orderReopened = "order.reopened"
    /// Something about an order should be looked at.
    case orderFlagged = "order.flagged"
    /// A customer wants his money back, and Apple asks what it should know.
    case refundRequested = "refund.requested"
    /// A person may decide what Apple is told about it.
    case refundHeld = "refund.held"
    /// Apple has received what it was sent.
    case refundAnswered = "refund.answered"
    /// Nothing may be told about it.
    case refundWithheld = "refund.withheld"
    /// Apple was told nothing while it listened.
    case refundMissed = "refund.missed"
    /// Apple paid the money back, all of it or a part.
    case refundGranted = "refund.granted"
    /// Apple paid back nothing.
    case refundDeclined = "refund.declined"
    /// Apple took its refund back.
    case refundReversed = "refund.reversed"
    /// What a family shared has ended.
    case refundRevoked = "refund.revoked"
    /// More is known of what was before.
    case refundChanged = "refund.changed"
    /// The trial of a refund policy came to its end by itself.
    case trialEnded = "trial.ended"
    /// The reasons to look twice at a customer reached the line that the shop drew.
    case riskRaised = "risk.raised"
    /// They are below it again.
    case riskEased = "risk.eased"
}

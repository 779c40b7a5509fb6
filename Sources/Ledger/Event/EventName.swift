/// The name of an event, as `noun.past`.
///
/// Names are only ever added to the list.
package enum EventName: String, Hashable, Sendable, CaseIterable {
    /// The server recorded a purchase that was unknown.
    case transactionRecorded = "transaction.recorded"
    /// Apple's statement about a known purchase changed.
    case transactionChanged = "transaction.changed"
    /// Apple refunded the purchase, in full or in part.
    case transactionRefunded = "transaction.refunded"
    /// A refund of the purchase was reported that Apple has not signed.
    case transactionRefundReported = "transaction.refund_reported"
    /// A refund or revocation was reversed.
    case transactionRestored = "transaction.restored"
    /// Apple revoked the access of a customer who had not paid themselves.
    case transactionWithdrawn = "transaction.withdrawn"
    /// The server recorded a subscription that was unknown.
    case subscriptionStarted = "subscription.started"
    /// A further period of the subscription is paid.
    case subscriptionRenewed = "subscription.renewed"
    /// Billing failed, and the App Store grants a grace period.
    case subscriptionEnteredGrace = "subscription.entered_grace"
    /// Billing failed, and the App Store retries without access.
    case subscriptionEnteredRetry = "subscription.entered_retry"
    /// Billing succeeded after a failure.
    case subscriptionRecovered = "subscription.recovered"
    /// The subscription ended.
    case subscriptionExpired = "subscription.expired"
    /// The subscription was refunded or revoked by Apple.
    case subscriptionRevoked = "subscription.revoked"
    /// The subscription runs again after it had ended.
    case subscriptionResumed = "subscription.resumed"
    /// Another property of the subscription changed: whether it will renew, its next product or its next price.
    case subscriptionChanged = "subscription.changed"
    /// The customer is about to cancel the subscription, and Apple asked for a retention message.
    case subscriptionRetentionRequested = "subscription.retention_requested"
    /// A purchase without an owner now belongs to a customer.
    case ownershipClaimed = "ownership.claimed"
    /// A purchase of one customer now belongs to another customer.
    case ownershipTransferred = "ownership.transferred"
    /// A purchase of a customer now has no owner.
    case ownershipReleased = "ownership.released"
    /// Two chains turned out to be one, and this event stream ends.
    case chainJoined = "chain.joined"
    /// An entitlement became active for the customer.
    case entitlementGranted = "entitlement.granted"
    /// A property of an entitlement changed, but not whether it is active.
    case entitlementChanged = "entitlement.changed"
    /// An active entitlement ended.
    case entitlementEnded = "entitlement.ended"
    /// A purchase credited coins.
    case walletCredited = "wallet.credited"
    /// An operator granted coins.
    case walletGranted = "wallet.granted"
    /// The customer spent coins.
    case walletSpent = "wallet.spent"
    /// An operator corrected a balance.
    case walletAdjusted = "wallet.adjusted"
    /// The remaining coins of a purchase are held while Apple decides about its refund.
    case walletHeld = "wallet.held"
    /// Coins that were held can be spent again.
    case walletReleased = "wallet.released"
    /// A refund revoked coins, or recorded the missing ones as a debt.
    case walletRevoked = "wallet.revoked"
    /// The reversal of a refund restored coins and canceled debt.
    case walletRestored = "wallet.restored"
    /// Coins expired.
    case walletExpired = "wallet.expired"
    /// The wallets of two customers became one.
    case walletMerged = "wallet.merged"
    /// A paid purchase may not be fulfilled yet.
    case fulfillmentWaiting = "fulfillment.waiting"
    /// A paid purchase is due to be fulfilled.
    case fulfillmentDue = "fulfillment.due"
    /// The purchase was fulfilled.
    case fulfillmentConfirmed = "fulfillment.confirmed"
    /// The fulfillment is suspended until an operator acts.
    case fulfillmentSuspended = "fulfillment.suspended"
    /// The purchase is not to be fulfilled any more.
    case fulfillmentCanceled = "fulfillment.canceled"
    /// The fulfilled goods are due to be revoked.
    case fulfillmentRevocationDue = "fulfillment.revocation_due"
    /// The goods were revoked.
    case fulfillmentRevocationConfirmed = "fulfillment.revocation_confirmed"
    /// The revocation of goods is suspended until an operator acts.
    case fulfillmentRevocationSuspended = "fulfillment.revocation_suspended"
    /// The goods are not to be revoked any more.
    case fulfillmentRevocationCanceled = "fulfillment.revocation_canceled"
    /// An order was created.
    case orderCreated = "order.created"
    /// An order was paid for.
    case orderPaid = "order.paid"
    /// The goods of an order were fulfilled.
    case orderFulfilled = "order.fulfilled"
    /// An order was not paid for in time.
    case orderExpired = "order.expired"
    /// An order was canceled.
    case orderCanceled = "order.canceled"
    /// An order was refunded, in full or in part.
    case orderRefunded = "order.refunded"
    /// A refund of an order was reversed.
    case orderRestored = "order.restored"
    /// An order waits again for its payment or fulfillment: its payment belongs to another order, or its fulfillment
    /// was revoked.
    case orderReopened = "order.reopened"
    /// An order needs attention.
    case orderFlagged = "order.flagged"
    /// A customer requested a refund, and Apple asks for consumption information.
    case refundRequested = "refund.requested"
    /// The answer to a refund request waits for an operator's decision.
    case refundHeld = "refund.held"
    /// Apple has received the answer.
    case refundAnswered = "refund.answered"
    /// The answer is withheld, because none may be sent.
    case refundWithheld = "refund.withheld"
    /// The server sent no answer before Apple's deadline.
    case refundMissed = "refund.missed"
    /// Apple granted the refund, in full or in part.
    case refundGranted = "refund.granted"
    /// Apple declined the refund.
    case refundDeclined = "refund.declined"
    /// Apple reversed its refund.
    case refundReversed = "refund.reversed"
    /// Apple revoked a purchase that was shared with a family.
    case refundRevoked = "refund.revoked"
    /// The record of an earlier refund request was completed or corrected.
    case refundChanged = "refund.changed"
    /// A seat of a multiseat subscription was reserved for a person whom the app invites.
    case seatInvited = "seat.invited"
    /// A customer got a seat of a multiseat subscription.
    case seatAccepted = "seat.accepted"
    /// A customer lost a seat of a multiseat subscription, or an invitation was withdrawn.
    case seatEnded = "seat.ended"
    /// The trial of a refund policy reached its end.
    case trialEnded = "trial.ended"
    /// A customer's risk score reached the shop's threshold.
    case riskRaised = "risk.raised"
    /// A customer's risk score fell below the threshold.
    case riskEased = "risk.eased"
}

/// What can be done in a world: the verb of an action.
///
/// The raw value is the action's name in JSON, in scenario files and on the command line.
public enum WorldVerb: String, Hashable, Sendable, CaseIterable, Codable {
    // What customers do.

    /// Buys a product, or changes the plan of a running subscription.
    case buy
    /// Redeems an offer code.
    case redeem
    /// Restores purchases, which then have new transaction ids.
    case restore
    /// Turns auto-renewal off.
    case cancel
    /// Turns auto-renewal on again.
    case reenable
    /// Consents to a price increase.
    case consentToPrice
    /// Makes purchases wait for a parent, or no longer.
    case askToBuy
    /// A parent approves what waits.
    case approve
    /// A parent declines what waits.
    case decline
    /// Makes the store interrupt purchases, or no longer.
    case interruptPurchases
    /// Resolves what was interrupted.
    case resolveInterruption
    /// The card is declined from now on.
    case declineCard
    /// The card pays again.
    case repairCard
    /// Moves to another storefront.
    case moveStorefront
    /// Joins a family.
    case joinFamily
    /// Leaves the family.
    case leaveFamily
    /// Shares purchases with the family, or no longer.
    case shareWithFamily
    /// Asks for a refund in the app.
    case requestRefund
    /// A parent withdraws consent for a child's use of the app.
    case rescindConsent
    /// Follows a link to buy elsewhere, for which the store makes a token.
    case openExternalPurchase

    // What Apple does.

    /// Refunds without a request, as support does.
    case refund
    /// Takes a refund back after a dispute.
    case reverseRefund
    /// Ends a subscription now, for a reason of its own.
    case expire
    /// Renews a subscription now.
    case renewNow
    /// Lets the next renewal come late.
    case delayRenewal

    // What the developer does.

    /// Sets a product's price, for new and present subscribers.
    case changePrice
    /// Takes a product off sale.
    case removeFromSale
    /// Sells a product again.
    case returnToSale
    /// Says how long billing grace is, and for whom.
    case setGracePeriod
    /// Says where notifications go.
    case setNotificationURL
    /// Answers a request for consumption information.
    case answerConsumption
    /// Extends one subscription's renewal date.
    case extendRenewal
    /// Extends the renewal dates of all subscribers of a product.
    case extendAllRenewals
    /// Asks for a test notification.
    case requestTestNotification
    /// Sets the account token of a purchase.
    case setAppAccountToken
    /// Finishes a transaction on the app's behalf.
    case finish
    /// Calls an operation of the Advanced Commerce interface.
    case callCommerce

    // What happens to the store's certificates.

    /// Revokes the certificate that signs, or its issuer, or takes that back.
    case revokeCertificate

    // What the tester does.

    /// Turns the clock.
    case advance
    /// Turns a switch of the store's conduct.
    case setSwitch
    /// Adds a rule by which the store misbehaves.
    case addFault
    /// Takes every such rule back.
    case clearFaults
}

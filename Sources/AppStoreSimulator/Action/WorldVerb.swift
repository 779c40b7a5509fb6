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
    /// Turns a switch of the store's behavior.
    case setSwitch
    /// Adds a rule by which the store misbehaves.
    case addFault
    /// Takes every such rule back.
    case clearFaults

    /// The fields an action of this verb must have.
    public var requiredFields: Set<WorldAction.Field> {
        switch self {
        case .buy, .cancel, .reenable, .consentToPrice, .expire, .renewNow: [.customer, .product]
        case .delayRenewal: [.customer, .product, .milliseconds]
        case .redeem: [.customer, .code]
        case .restore, .approve, .decline, .resolveInterruption, .declineCard, .repairCard, .leaveFamily,
            .rescindConsent, .openExternalPurchase:
            [.customer]
        case .askToBuy, .interruptPurchases, .shareWithFamily: [.customer, .enabled]
        case .moveStorefront: [.customer, .storefront]
        case .joinFamily: [.customer, .name]
        case .requestRefund, .refund, .reverseRefund, .answerConsumption, .finish: [.transaction]
        case .extendRenewal: [.transaction, .days]
        case .setAppAccountToken: [.transaction, .token]
        case .changePrice: [.product, .price]
        case .removeFromSale, .returnToSale: [.product]
        case .extendAllRenewals: [.product, .days, .request]
        case .setGracePeriod, .setNotificationURL, .requestTestNotification, .advance, .clearFaults, .revokeCertificate:
            []
        case .setSwitch: [.name]
        case .callCommerce: [.transaction, .name, .commerce]
        case .addFault: [.fault]
        }
    }

    /// The fields an action of this verb may have besides.
    public var optionalFields: Set<WorldAction.Field> {
        switch self {
        case .buy:
            [.app, .quantity, .offer, .signature, .commerce, .token, .storefront, .plan, .since]
        case .redeem: [.app, .product, .token, .storefront]
        case .cancel, .reenable, .consentToPrice, .expire, .renewNow, .delayRenewal, .restore, .rescindConsent,
            .removeFromSale, .returnToSale, .requestTestNotification:
            [.app]
        case .approve, .decline, .resolveInterruption: [.product]
        case .declineCard: [.scope]
        case .openExternalPurchase: [.app, .reason]
        case .requestRefund: [.reason, .text]
        case .refund: [.percentage, .reason]
        case .answerConsumption: [.preference, .percentage]
        case .extendRenewal: [.reason, .request]
        case .extendAllRenewals: [.app, .reason, .storefronts]
        case .changePrice: [.app, .currency, .storefront, .consent, .enabled]
        case .setGracePeriod: [.app, .days, .scope]
        case .setNotificationURL: [.app, .url]
        case .advance: [.by, .milliseconds, .to]
        case .setSwitch: [.app, .enabled, .milliseconds]
        case .revokeCertificate: [.scope, .since, .reason, .enabled]
        case .askToBuy, .interruptPurchases, .shareWithFamily, .moveStorefront, .joinFamily, .leaveFamily,
            .repairCard, .reverseRefund, .finish, .setAppAccountToken, .addFault, .clearFaults,
            .callCommerce:
            []
        }
    }
}

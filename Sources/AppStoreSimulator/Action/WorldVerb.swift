/// The verb of an action.
///
/// The raw value is the action's name in JSON, in scenario files and on the command line.
public enum WorldVerb: String, Hashable, Sendable, CaseIterable, Codable {
    // Actions of customers.

    /// Buys a product, or changes the plan of a running subscription.
    case buy
    /// Redeems an offer code.
    case redeem
    /// Restores purchases; each gets a new transaction id.
    case restore
    /// Turns auto-renewal off.
    case cancel
    /// Turns auto-renewal on again.
    case reenable
    /// Consents to a price increase.
    case consentToPrice
    /// Turns Ask to Buy on or off: whether purchases wait for a parent's approval.
    case askToBuy
    /// Approves the purchases that wait for a parent.
    case approve
    /// Declines the purchases that wait for a parent.
    case decline
    /// Turns interrupted purchases on or off.
    case interruptPurchases
    /// Resolves interrupted purchases.
    case resolveInterruption
    /// Declines the customer's card from now on.
    case declineCard
    /// Makes the customer's card valid again.
    case repairCard
    /// Moves the customer to another storefront.
    case moveStorefront
    /// Adds the customer to a family.
    case joinFamily
    /// Removes the customer from the family.
    case leaveFamily
    /// Turns the customer's sharing of purchases with the family on or off.
    case shareWithFamily
    /// Sets the number of seats of the next renewal.
    case changeSeats
    /// Joins the group of a multiseat subscription, or receives an organization's seat.
    case joinGroup
    /// Leaves the group of a multiseat subscription, or loses an organization's seat.
    case leaveGroup
    /// Requests a refund in the app.
    case requestRefund
    /// Withdraws a parent's consent for a child's use of the app.
    case rescindConsent
    /// Follows a link to a purchase outside the App Store; the store creates a token for it.
    case openExternalPurchase

    // Actions of Apple.

    /// Refunds without a request, as Apple's support does.
    case refund
    /// Reverses a refund after a dispute.
    case reverseRefund
    /// Ends a subscription now, for an internal reason of the store.
    case expire
    /// Renews a subscription now.
    case renewNow
    /// Delays the next renewal.
    case delayRenewal

    // Actions of the developer.

    /// Sets a product's price, for new and current subscribers.
    case changePrice
    /// Removes a product from sale.
    case removeFromSale
    /// Returns a product to sale.
    case returnToSale
    /// Sets the length of billing grace and its scope.
    case setGracePeriod
    /// Sets the URL for notifications.
    case setNotificationURL
    /// Answers a request for consumption information.
    case answerConsumption
    /// Extends one subscription's renewal date.
    case extendRenewal
    /// Extends the renewal dates of all subscribers of a product.
    case extendAllRenewals
    /// Requests a test notification.
    case requestTestNotification
    /// Sets the account token of a purchase.
    case setAppAccountToken
    /// Finishes a transaction on the app's behalf.
    case finish
    /// Calls an operation of the Advanced Commerce interface.
    case callCommerce
    /// Claims a seat for a member whom the app invited.
    case claimSeat
    /// Ends a claim on a seat.
    case unclaimSeat
    /// Associates a customer with a claimed seat.
    case associateSeat

    // Actions on the store's certificates.

    /// Revokes the certificate that signs, or its issuer, or removes the revocation.
    case revokeCertificate

    // Actions of the tester.

    /// Advances the clock.
    case advance
    /// Sets a switch of the store's behavior.
    case setSwitch
    /// Adds a fault: a rule by which the store misbehaves.
    case addFault
    /// Removes all faults.
    case clearFaults

    /// The fields that an action of this verb requires.
    public var requiredFields: Set<WorldAction.Field> {
        switch self {
        case .buy, .cancel, .reenable, .consentToPrice, .expire, .renewNow: [.customer, .product]
        case .delayRenewal: [.customer, .product, .milliseconds]
        case .changeSeats: [.customer, .product, .seats]
        case .joinGroup, .leaveGroup: [.customer, .transaction]
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
        case .claimSeat: [.transaction, .request]
        case .unclaimSeat: [.transaction, .name]
        case .associateSeat: [.transaction, .name, .customer]
        case .addFault: [.fault]
        }
    }

    /// The fields that an action of this verb may have in addition.
    public var optionalFields: Set<WorldAction.Field> {
        switch self {
        case .buy:
            [.app, .quantity, .seats, .scope, .offer, .signature, .commerce, .token, .storefront, .plan, .since]
        case .redeem: [.app, .product, .token, .storefront]
        case .cancel, .reenable, .consentToPrice, .expire, .renewNow, .delayRenewal, .changeSeats, .restore,
            .rescindConsent,
            .removeFromSale, .returnToSale, .requestTestNotification:
            [.app]
        case .approve, .decline, .resolveInterruption: [.product]
        case .declineCard: [.scope]
        case .openExternalPurchase: [.app, .reason]
        case .requestRefund: [.reason, .text]
        case .refund: [.percentage, .reason, .seats]
        case .answerConsumption: [.preference, .percentage]
        case .extendRenewal: [.reason, .request]
        case .extendAllRenewals: [.app, .reason, .storefronts]
        case .changePrice: [.app, .currency, .storefront, .consent, .enabled]
        case .setGracePeriod: [.app, .days, .scope]
        case .claimSeat: [.customer]
        case .setNotificationURL: [.app, .url]
        case .advance: [.by, .milliseconds, .to]
        case .setSwitch: [.app, .enabled, .milliseconds]
        case .revokeCertificate: [.scope, .since, .reason, .enabled]
        case .askToBuy, .interruptPurchases, .shareWithFamily, .moveStorefront, .joinFamily, .leaveFamily,
            .repairCard, .reverseRefund, .finish, .setAppAccountToken, .addFault, .clearFaults,
            .callCommerce, .joinGroup, .leaveGroup, .unclaimSeat, .associateSeat:
            []
        }
    }
}

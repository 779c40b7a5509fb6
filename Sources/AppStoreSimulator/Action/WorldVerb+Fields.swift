extension WorldVerb {
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

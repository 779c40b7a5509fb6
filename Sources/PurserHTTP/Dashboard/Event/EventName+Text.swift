import Ledger

extension EventName {
    /// The key of the name that people read.
    var textKey: String {
        switch self {
        case .transactionRecorded: "eventTransactionRecorded"
        case .transactionChanged: "eventTransactionChanged"
        case .transactionRefunded: "eventTransactionRefunded"
        case .transactionRefundReported: "eventTransactionRefundReported"
        case .transactionRestored: "eventTransactionRestored"
        case .transactionWithdrawn: "eventTransactionWithdrawn"
        case .subscriptionStarted: "eventSubscriptionStarted"
        case .subscriptionRenewed: "eventSubscriptionRenewed"
        case .subscriptionEnteredGrace: "eventSubscriptionEnteredGrace"
        case .subscriptionEnteredRetry: "eventSubscriptionEnteredRetry"
        case .subscriptionRecovered: "eventSubscriptionRecovered"
        case .subscriptionExpired: "eventSubscriptionExpired"
        case .subscriptionRevoked: "eventSubscriptionRevoked"
        case .subscriptionResumed: "eventSubscriptionResumed"
        case .subscriptionChanged: "eventSubscriptionChanged"
        case .subscriptionRetentionRequested: "eventSubscriptionRetentionRequested"
        case .ownershipClaimed: "eventOwnershipClaimed"
        case .ownershipTransferred: "eventOwnershipTransferred"
        case .ownershipReleased: "eventOwnershipReleased"
        case .chainJoined: "eventChainJoined"
        case .entitlementGranted: "eventEntitlementGranted"
        case .entitlementChanged: "eventEntitlementChanged"
        case .entitlementEnded: "eventEntitlementEnded"
        case .walletCredited: "eventWalletCredited"
        case .walletGranted: "eventWalletGranted"
        case .walletSpent: "eventWalletSpent"
        case .walletAdjusted: "eventWalletAdjusted"
        case .walletHeld: "eventWalletHeld"
        case .walletReleased: "eventWalletReleased"
        case .walletRevoked: "eventWalletRevoked"
        case .walletRestored: "eventWalletRestored"
        case .walletExpired: "eventWalletExpired"
        case .walletMerged: "eventWalletMerged"
        case .fulfillmentWaiting: "eventFulfillmentWaiting"
        case .fulfillmentDue: "eventFulfillmentDue"
        case .fulfillmentConfirmed: "eventFulfillmentConfirmed"
        case .fulfillmentSuspended: "eventFulfillmentSuspended"
        case .fulfillmentCanceled: "eventFulfillmentCanceled"
        case .fulfillmentRevocationDue: "eventFulfillmentRevocationDue"
        case .fulfillmentRevocationConfirmed: "eventFulfillmentRevocationConfirmed"
        case .fulfillmentRevocationSuspended: "eventFulfillmentRevocationSuspended"
        case .fulfillmentRevocationCanceled: "eventFulfillmentRevocationCanceled"
        case .orderCreated: "eventOrderCreated"
        case .orderPaid: "eventOrderPaid"
        case .orderFulfilled: "eventOrderFulfilled"
        case .orderExpired: "eventOrderExpired"
        case .orderCanceled: "eventOrderCanceled"
        case .orderRefunded: "eventOrderRefunded"
        case .orderRestored: "eventOrderRestored"
        case .orderReopened: "eventOrderReopened"
        case .orderFlagged: "eventOrderFlagged"
        case .refundRequested: "eventRefundRequested"
        case .refundHeld: "eventRefundHeld"
        case .refundAnswered: "eventRefundAnswered"
        case .refundWithheld: "eventRefundWithheld"
        case .refundMissed: "eventRefundMissed"
        case .refundGranted: "eventRefundGranted"
        case .refundDeclined: "eventRefundDeclined"
        case .refundReversed: "eventRefundReversed"
        case .refundRevoked: "eventRefundRevoked"
        case .refundChanged: "eventRefundChanged"
        case .seatInvited: "eventSeatInvited"
        case .seatAccepted: "eventSeatAccepted"
        case .seatEnded: "eventSeatEnded"
        case .trialEnded: "eventTrialEnded"
        case .riskRaised: "eventRiskRaised"
        case .riskEased: "eventRiskEased"
        }
    }

    /// The noun of the name: `subscription`.
    var noun: String { String(self.rawValue.prefix { $0 != "." }) }

    /// The key of a noun as people read it, in the plural.
    static func textKey(noun: String) -> String {
        switch noun {
        case "transaction": "eventNounTransaction"
        case "subscription": "eventNounSubscription"
        case "ownership": "eventNounOwnership"
        case "chain": "eventNounChain"
        case "entitlement": "eventNounEntitlement"
        case "wallet": "eventNounWallet"
        case "fulfillment": "eventNounFulfillment"
        case "order": "eventNounOrder"
        case "refund": "eventNounRefund"
        case "seat": "eventNounSeat"
        case "trial": "eventNounTrial"
        case "risk": "eventNounRisk"
        default: noun
        }
    }
}

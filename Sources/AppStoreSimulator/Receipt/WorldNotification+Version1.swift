import AppStore

extension WorldNotification {
    /// Returns the types of the version 1 posts for this notification, in their order; empty for notifications that
    /// version 1 does not have.
    ///
    /// The mapping follows Apple's page on notification_type; that one notification of version 2 corresponds to several
    /// types is the simulator's interpretation.
    ///
    /// - Parameter previous: The customer's previous transaction in the same subscription group.
    /// - Returns: Apple's names of the types.
    func oldTypes(after previous: TransactionPayload?) -> [String] {
        let types = self.oldTypesOfEvent(after: previous)
        let isShared = self.transactionPayload?.inAppOwnershipType == .familyShared
        if self.app.environment == .sandbox {
            // The sandbox sends only some types, and none for family-shared purchases.
            return isShared ? [] : types.filter { Self.oldTypesInSandbox.contains($0) }
        }
        return isShared ? types.filter { Self.oldTypesOfFamilies.contains($0) } : types
    }

    private func oldTypesOfEvent(after previous: TransactionPayload?) -> [String] {
        let isStopped = self.renewalInfoPayload.map { $0.autoRenewStatus == .off }
        switch (self.type, self.subtype) {
        case (.subscribed, .initialBuy?), (.offerRedeemed, .initialBuy?): return ["INITIAL_BUY"]
        case (.subscribed, _), (.offerRedeemed, .resubscribe?):
            let isSame = previous?.productId == self.transactionPayload?.productId
            return isSame ? ["DID_CHANGE_RENEWAL_STATUS"] : ["INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_STATUS"]
        case (.didChangeRenewalPref, .upgrade?), (.offerRedeemed, .upgrade?):
            return ["CANCEL", "DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"]
        case (.didChangeRenewalPref, _), (.offerRedeemed, .downgrade?): return ["DID_CHANGE_RENEWAL_PREF"]
        case (.didRenew, .billingRecovery?):
            return self.signedAt < Self.renewalEnds ? ["RENEWAL", "DID_RECOVER"] : ["DID_RECOVER"]
        case (.didRenew, _): return ["DID_RENEW"]
        case (.didChangeRenewalStatus, _), (.expired, .billingRetry?): return ["DID_CHANGE_RENEWAL_STATUS"]
        case (.didFailToRenew, _): return ["DID_FAIL_TO_RENEW"]
        case (.refund, _):
            guard let isStopped else { return ["REFUND"] }
            return isStopped ? ["CANCEL", "DID_CHANGE_RENEWAL_STATUS"] : ["CANCEL"]
        case (.revoke, _): return ["REVOKE"]
        case (.consumptionRequest, _):
            return self.transactionPayload?.type == .consumable ? ["CONSUMPTION_REQUEST"] : []
        case (.priceIncrease, .pending?): return ["PRICE_INCREASE_CONSENT"]
        default: return []
        }
    }

    /// The instant at which Apple stopped sending RENEWAL, which had the meaning of DID_RECOVER.
    private static let renewalEnds = Timestamp(milliseconds: CivilDate(year: 2021, month: 3, day: 10).milliseconds)

    private static let oldTypesInSandbox: Set<String> = [
        "INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_RENEW", "INTERACTIVE_RENEWAL",
        "CANCEL", "REFUND",
    ]

    private static let oldTypesOfFamilies: Set<String> = [
        "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "DID_RECOVER", "DID_RENEW",
        "INTERACTIVE_RENEWAL", "RENEWAL", "REVOKE",
    ]
}

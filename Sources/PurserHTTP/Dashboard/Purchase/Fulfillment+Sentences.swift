import Ledger

/// A fulfillment in sentences.
extension Fulfillment {
    /// Returns the state with its reason, then what is uncertain.
    func sentences(for visit: DashboardVisit) -> [String] {
        var sentences = [visit.text(self.state.sentenceKey)]
        if let reason { sentences.append(visit.text(reason.textKey)) }
        if self.isInDoubt { sentences.append(visit.text("fulfillmentInDoubt")) }
        if self.isUnconfirmed { sentences.append(visit.text("fulfillmentUnconfirmed")) }
        return sentences
    }

    /// Returns the goods: the coins, otherwise the product itself.
    var goodsText: String {
        let coins = DashboardNumbers.coins(self.goods.coins)
        return coins ?? "\(DashboardNumbers.count(self.goods.quantity)) × \(self.goods.productID.rawValue)"
    }

    /// Returns what the pending call asks for; `nil` without one.
    func callSentence(for visit: DashboardVisit) -> String? {
        guard let call else { return nil }
        let share = DashboardNumbers.share(call.target)
        return switch call.kind {
        case .fulfill: visit.text("fulfillmentCallFulfill", self.goodsText)
        case .revoke: visit.text("fulfillmentCallRevoke", share)
        case .restore: visit.text("fulfillmentCallRestore", share)
        }
    }
}

extension FulfillmentState {
    /// The key of the state's name.
    var textKey: String {
        switch self {
        case .waiting: "fulfillmentWaiting"
        case .due: "fulfillmentDue"
        case .fulfilling: "fulfillmentFulfilling"
        case .confirmed: "fulfillmentConfirmed"
        case .suspended: "fulfillmentSuspended"
        case .canceled: "fulfillmentCanceled"
        case .revocationDue: "fulfillmentRevocationDue"
        case .revoking: "fulfillmentRevoking"
        case .revoked: "fulfillmentRevoked"
        case .revocationSuspended: "fulfillmentRevocationSuspended"
        }
    }

    /// The key of a sentence that says what the state means.
    var sentenceKey: String {
        switch self {
        case .waiting: "fulfillmentIsWaiting"
        case .due: "fulfillmentIsDue"
        case .fulfilling: "fulfillmentIsInCall"
        case .confirmed: "fulfillmentIsConfirmed"
        case .suspended: "fulfillmentIsSuspended"
        case .canceled: "fulfillmentIsCanceled"
        case .revocationDue: "fulfillmentIsRevocationDue"
        case .revoking: "fulfillmentIsRevoking"
        case .revoked: "fulfillmentIsRevoked"
        case .revocationSuspended: "fulfillmentIsRevocationSuspended"
        }
    }

    /// The color of the state.
    var chip: String {
        switch self {
        case .confirmed: "good"
        case .waiting, .due, .fulfilling, .revocationDue, .revoking: "warn"
        case .suspended, .revocationSuspended: "bad"
        case .canceled, .revoked: ""
        }
    }
}

extension FulfillmentReason {
    /// The key of a sentence with the reason.
    var textKey: String {
        switch self {
        case .unconfirmed: "fulfillmentReasonUnconfirmed"
        case .unclaimed: "fulfillmentReasonUnclaimed"
        case .refundReported: "fulfillmentReasonReported"
        case .refunded: "fulfillmentReasonRefunded"
        case .elsewhere: "fulfillmentReasonElsewhere"
        case .sandbox: "fulfillmentReasonSandbox"
        case .sandboxLimit: "fulfillmentReasonSandboxLimit"
        case .notPaid: "fulfillmentReasonNotPaid"
        case .twin: "fulfillmentReasonTwin"
        case .quantity: "fulfillmentReasonQuantity"
        case .uncountable: "fulfillmentReasonUncountable"
        case .failing: "fulfillmentReasonFailing"
        case .byHand: "fulfillmentReasonByHand"
        }
    }
}

extension FulfillmentConfirmer {
    /// The key of the confirmer's name.
    var textKey: String {
        switch self {
        case .fulfiller: "fulfillmentByFulfiller"
        case .shop: "fulfillmentByShop"
        case .operator: "fulfillmentByOperator"
        case .booking: "fulfillmentByBooking"
        }
    }
}

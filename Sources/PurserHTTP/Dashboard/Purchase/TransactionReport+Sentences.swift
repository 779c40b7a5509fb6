import Ledger
import PurserService

/// A purchase in sentences.
extension TransactionReport {
    /// Returns what the transaction is, what became of it, and why it belongs to its owner.
    func sentences(for visit: DashboardVisit) -> [String] {
        let what = self.purchase.map { line in
            [line.whatSentence(self.snapshots.last, for: visit), line.stateSentence(for: visit)]
        }
        return (what ?? []) + [self.claim.sentence(for: visit)]
    }

    /// A transaction by which the chain is found: its original one where that is known, otherwise this one.
    var chainName: String {
        let original = self.originalTransactionID.rawValue
        let isKnown = self.chain.chain.transactions.contains { $0.transactionID.rawValue == original }
        return isKnown ? original : self.transactionID.rawValue
    }
}

extension PurchaseLine {
    /// Returns what was bought.
    fileprivate func whatSentence(_ snapshot: TransactionSnapshot?, for visit: DashboardVisit) -> String {
        let product = self.productID.rawValue
        switch self.kind {
        case .autoRenewable:
            return visit.text(snapshot?.reason == .renewal ? "purchaseIsRenewal" : "purchaseIsSubscription", product)
        case .nonConsumable: return visit.text("purchaseIsOwned", product)
        case .consumable: return visit.text("purchaseIsConsumable", product, "\(self.quantity)")
        case .nonRenewing: return visit.text("purchaseIsNonRenewing", product)
        }
    }

    /// Returns what became of it.
    func stateSentence(for visit: DashboardVisit) -> String {
        let end = self.endsAt?.dayText ?? "–"
        let revoked = self.revocation?.revokedAt.dayText ?? "–"
        switch self.state {
        case .paid: return visit.text("purchaseWasPaid")
        case .queued: return visit.text("purchaseWillBegin", self.beginsAt.dayText, end)
        case .running: return visit.text("purchaseRunsUntil", end)
        case .ended: return visit.text("purchaseEndedOn", end)
        case .refunded:
            guard let share = self.refundedPercentageMilliunits else {
                return visit.text("purchaseRefundedPart", revoked)
            }
            return visit.text("purchaseRefundedOn", revoked, DashboardNumbers.share(share))
        case .withdrawn: return visit.text("purchaseWithdrawnOn", revoked)
        case .refundReported:
            return visit.text("purchaseRefundReportedOn", self.reportedRefund?.revokedAt.dayText ?? "–")
        }
    }
}

extension PurchaseLine.State {
    /// The key of the state's name.
    var textKey: String {
        switch self {
        case .paid: "purchasePaid"
        case .queued: "purchaseQueued"
        case .running: "purchaseRunning"
        case .ended: "purchaseEnded"
        case .refunded: "purchaseRefunded"
        case .withdrawn: "purchaseWithdrawn"
        case .refundReported: "purchaseRefundReported"
        }
    }

    /// The color of the state.
    var chip: String {
        switch self {
        case .paid, .running: "good"
        case .queued, .ended: ""
        case .refunded, .withdrawn: "bad"
        case .refundReported: "warn"
        }
    }
}

extension Claim {
    /// Returns who owns the purchase and why.
    func sentence(for visit: DashboardVisit) -> String {
        visit.text(self.reason.textKey, self.owner?.rawValue ?? "–")
    }
}

extension Claim.Reason {
    /// The key of a sentence with the owner and the reason.
    var textKey: String {
        switch self {
        case .decision: "purchaseOwnerDecision"
        case .familyMember: "purchaseOwnerFamily"
        case .restore: "purchaseOwnerRestore"
        case .accountToken: "purchaseOwnerToken"
        case .renewalToken: "purchaseOwnerRenewalToken"
        case .predecessor: "purchaseOwnerPredecessor"
        case .purchaser: "purchaseOwnerPurchaser"
        case .changeOfPlan: "purchaseOwnerChangeOfPlan"
        case .appleAccount: "purchaseOwnerAppleAccount"
        case .firstSubmission: "purchaseOwnerFirst"
        case .unclaimed: "purchaseOwnerNone"
        }
    }
}

extension TransactionSnapshot.Ownership {
    /// The key of the ownership's name.
    var textKey: String {
        switch self {
        case .purchased: "purchaseByAccount"
        case .familyShared: "purchaseByFamily"
        case .assigned: "purchaseBySeat"
        }
    }
}

extension Offer {
    /// Returns the kind of the offer with its identifier.
    func name(for visit: DashboardVisit) -> String {
        let kind =
            switch self.type {
            case 1: visit.text("purchaseOfferIntroductory")
            case 2: visit.text("purchaseOfferPromotional")
            case 3: visit.text("purchaseOfferCode")
            case 4: visit.text("purchaseOfferWinBack")
            default: visit.text("purchaseOfferOther", "\(self.type)")
            }
        return ([kind] + [self.identifier, self.discountType, self.period].compactMap(\.self)).joined(separator: " · ")
    }
}

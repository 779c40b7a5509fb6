import Ledger
import PurserService

/// The reason of an entitlement as a sentence.
extension Entitlement {
    /// The color of its state: `good`, `warn` or `bad`; empty for one that is simply over.
    var chip: String {
        switch self.state {
        case .active: self.isActive ? "good" : ""
        case .grace, .overdue: self.isActive ? "warn" : "bad"
        case .unknown, .retry, .queued: "warn"
        case .revoked: "bad"
        case .expired: ""
        }
    }

    /// Returns the sentence that says whether the customer has it and why, and whether it renews: "Active, because
    /// pro.yearly is paid until 2027-10-06. Renews."
    func sentence(_ visit: DashboardVisit) -> String {
        let product = self.productID?.rawValue ?? self.name.rawValue
        let day = (self.isActive ? self.until : self.since)?.dayText
        var sentences = [visit.text(self.sentenceKey, product, day ?? visit.text("entitlementNoDay"))]
        if self.isActive, let renewal = self.renewalSentence(visit) { sentences.append(renewal) }
        if self.paidTwice { sentences.append(visit.text("entitlementPaidTwice")) }
        if self.environment != .production {
            sentences.append(visit.text("entitlementFrom", self.environment.rawValue))
        }
        return sentences.joined(separator: visit.language == .english ? " " : "")
    }

    /// The key of the sentence for the reason.
    private var sentenceKey: String {
        switch self.reason {
        case .paid:
            switch self.state {
            case .queued: "entitlementQueued"
            case .active, .grace, .overdue, .unknown, .retry, .revoked, .expired:
                self.isActive ? (self.until == nil ? "entitlementOwned" : "entitlementPaid") : "entitlementPaidInactive"
            }
        case .paidByAnotherPeriod: "entitlementPaidByAnother"
        case .transactionMissing: self.isActive ? "entitlementMissing" : "entitlementMissingInactive"
        case .gracePeriod: self.isActive ? "entitlementGrace" : "entitlementGraceInactive"
        case .billingRetry: self.isActive ? "entitlementRetryActive" : "entitlementRetry"
        case .canceled: "entitlementCanceled"
        case .stoppedByRefundRequest: "entitlementStopped"
        case .billingFailed: "entitlementBillingFailed"
        case .priceIncreaseNotAccepted: "entitlementPriceRefused"
        case .productUnavailable: "entitlementUnavailable"
        case .ended: "entitlementEnded"
        case .overdue: self.isActive ? "entitlementOverdue" : "entitlementOverdueInactive"
        case .unconfirmed: "entitlementUnconfirmed"
        case .refunded: "entitlementRefunded"
        case .familySharingEnded: "entitlementFamilyEnded"
        case .seatRemoved: "entitlementSeatRemoved"
        case .replaced: "entitlementReplaced"
        case .granted: self.grantedKey
        case .grantRevoked: "entitlementGrantRevoked"
        case .sandboxLimit: "entitlementSandboxLimit"
        }
    }

    private var grantedKey: String {
        guard self.isActive else { return "entitlementGrantQueued" }
        return self.until == nil ? "entitlementGrantedForever" : "entitlementGranted"
    }

    private func renewalSentence(_ visit: DashboardVisit) -> String? {
        guard self.subscription != nil else { return nil }
        switch self.willRenew {
        case .yes:
            guard let next = self.subscription?.nextProductID, next != self.productID else {
                return visit.text("entitlementRenews")
            }
            return visit.text("entitlementRenewsAs", next.rawValue)
        case .no:
            return visit.text(
                self.subscription?.renewStatus == .offByRefundRequest ? "entitlementRenewalStopped" : "entitlementEnds"
            )
        case .needsConsent: return visit.text("entitlementNeedsConsent")
        case .unknown: return visit.text("entitlementRenewalUnknown")
        }
    }
}

import Ledger
import PurserService

/// The state of a subscription in sentences.
extension SubscriptionState {
    /// Returns the state with its reason, and what happens next.
    func sentences(for visit: DashboardVisit) -> [String] {
        [self.phaseSentence(for: visit), self.renewalSentence(for: visit), self.autoRenewSentence(for: visit)]
            .compactMap(\.self)
    }

    private func phaseSentence(for visit: DashboardVisit) -> String {
        let product = self.productID?.rawValue ?? "–"
        let until = self.until?.dayText ?? "–"
        let since = self.since?.dayText ?? "–"
        let reason = visit.text(self.reason.textKey)
        switch self.phase {
        case .unknown: return visit.text(self.hasAccess ? "subscriptionUnknownAccess" : "subscriptionUnknown", until)
        case .active:
            switch self.reason {
            case .paid: return visit.text("subscriptionActivePaid", product, until)
            default: return visit.text("subscriptionActiveBecause", until, reason)
            }
        case .grace: return visit.text("subscriptionInGrace", until)
        case .retry: return visit.text("subscriptionInRetry", since)
        case .overdue:
            return visit.text(self.hasAccess ? "subscriptionIsOverdue" : "subscriptionIsOverdueClosed", until)
        case .expired(let isConfirmed):
            return isConfirmed
                ? visit.text("subscriptionHasExpired", since, reason) : visit.text("subscriptionMayHaveExpired", since)
        case .revoked: return visit.text("subscriptionIsRevoked", since, reason)
        }
    }

    private func renewalSentence(for visit: DashboardVisit) -> String? {
        switch self.willRenew {
        case .yes:
            guard let at = self.nextRenewalAt else { return visit.text("subscriptionRenews") }
            let product = self.nextProductID ?? self.productID
            guard let price = self.nextPrice else {
                return visit.text("subscriptionRenewsOn", at.dayText, product?.rawValue ?? "–")
            }
            return visit.text(
                "subscriptionRenewsFor",
                at.dayText,
                product?.rawValue ?? "–",
                DashboardNumbers.money(price)
            )
        case .no:
            switch self.phase {
            case .active, .grace, .overdue, .unknown: return visit.text("subscriptionRenewsNot")
            case .retry, .expired, .revoked: return nil
            }
        case .needsConsent: return visit.text("subscriptionNeedsConsent")
        case .unknown: return visit.text("subscriptionRenewsPerhaps")
        }
    }

    private func autoRenewSentence(for visit: DashboardVisit) -> String? {
        guard self.renewStatus == .offByRefundRequest else { return nil }
        return visit.text("subscriptionOffByRequest")
    }

    /// Returns what is known about the subscription, for its page.
    func facts(for visit: DashboardVisit) -> [DashboardFact?] {
        [
            DashboardFact("subscriptionAccess", visit.text(self.hasAccess ? "yes" : "no")),
            DashboardFact("subscriptionUntil", at: self.until), DashboardFact("subscriptionSince", at: self.since),
            DashboardFact("subscriptionAutoRenew", visit.text(self.renewStatus.textKey)),
            DashboardFact("subscriptionAutoRenewSince", at: self.renewStatusChangedAt),
            DashboardFact("subscriptionLastRenewal", at: self.lastRenewalAt),
            DashboardFact("subscriptionNextRenewal", at: self.nextRenewalAt),
            DashboardFact("subscriptionNextProduct", self.nextProductID?.rawValue, isID: true),
            DashboardFact("subscriptionNextPrice", self.nextPrice.map { DashboardNumbers.money($0) }),
            DashboardFact("purchaseOffer", self.offer?.name(for: visit)),
            DashboardFact("subscriptionNextOffer", self.nextOffer?.name(for: visit)),
            DashboardFact("subscriptionCommitmentUntil", at: self.commitmentUntil),
            DashboardFact(
                "subscriptionSeats",
                self.seats.map { DashboardNumbers.count($0.count) },
                note: self.seats?.next.map { visit.text("subscriptionSeatsNext", DashboardNumbers.count($0)) }
            ),
            DashboardFact("subscriptionNextChange", at: self.nextChangeAt),
        ]
    }
}

extension SubscriptionPhase {
    /// The key of the phase's name.
    var textKey: String {
        switch self {
        case .unknown: "subscriptionPhaseUnknown"
        case .active: "subscriptionPhaseActive"
        case .grace: "subscriptionPhaseGrace"
        case .retry: "subscriptionPhaseRetry"
        case .overdue: "subscriptionPhaseOverdue"
        case .expired: "subscriptionPhaseExpired"
        case .revoked: "subscriptionPhaseRevoked"
        }
    }

    /// The color of the phase.
    var chip: String {
        switch self {
        case .active: "good"
        case .grace, .overdue, .unknown: "warn"
        case .retry, .revoked: "bad"
        case .expired: ""
        }
    }
}

extension AutoRenew {
    /// The key of its name.
    var textKey: String {
        switch self {
        case .on: "subscriptionAutoOn"
        case .off: "subscriptionAutoOff"
        case .offByRefundRequest: "subscriptionAutoOffByRequest"
        case .unknown: "subscriptionAutoUnknown"
        }
    }
}

extension SubscriptionState.Reason {
    /// The key of a sentence with the reason.
    var textKey: String {
        switch self {
        case .paid: "subscriptionReasonPaid"
        case .paidByAnotherPeriod: "subscriptionReasonAnotherPeriod"
        case .transactionMissing: "subscriptionReasonMissing"
        case .gracePeriod: "subscriptionReasonGrace"
        case .billingRetry: "subscriptionReasonRetry"
        case .canceled: "subscriptionReasonCanceled"
        case .stoppedByRefundRequest: "subscriptionReasonStopped"
        case .billingFailed: "subscriptionReasonBilling"
        case .priceIncreaseNotAccepted: "subscriptionReasonPrice"
        case .productUnavailable: "subscriptionReasonUnavailable"
        case .ended: "subscriptionReasonEnded"
        case .overdue: "subscriptionReasonOverdue"
        case .unconfirmed: "subscriptionReasonUnconfirmed"
        case .refunded: "subscriptionReasonRefunded"
        case .familySharingEnded: "subscriptionReasonFamily"
        case .seatRemoved: "subscriptionReasonSeat"
        case .replaced: "subscriptionReasonReplaced"
        case .granted: "subscriptionReasonGranted"
        case .grantRevoked: "subscriptionReasonGrantRevoked"
        case .sandboxLimit: "subscriptionReasonSandbox"
        }
    }
}

extension HealingRequest.Reason {
    /// The key of a sentence that says why Apple is asked.
    var textKey: String {
        switch self {
        case .transactionMissing: "subscriptionAskMissing"
        case .statusUnknown: "subscriptionAskStatus"
        case .overdue: "subscriptionAskOverdue"
        case .expiredUnconfirmed: "subscriptionAskEnd"
        case .statusOverride: "subscriptionAskOverride"
        }
    }
}

extension StatusEvidence.Status {
    /// The key of the name of Apple's status.
    var textKey: String {
        switch self {
        case .active: "subscriptionPhaseActive"
        case .expired: "subscriptionPhaseExpired"
        case .billingRetry: "subscriptionPhaseRetry"
        case .gracePeriod: "subscriptionPhaseGrace"
        case .revoked: "subscriptionPhaseRevoked"
        }
    }
}

extension RenewalSnapshot {
    /// Returns what Apple signed about the next renewal, in sentences.
    func sentences(for visit: DashboardVisit) -> [String] {
        var sentences: [String] = []
        let product = (self.autoRenewProductID ?? self.productID).rawValue
        let at = self.renewalAt?.dayText ?? "–"
        switch self.autoRenew {
        case true: sentences.append(visit.text("subscriptionInfoOn", at, product))
        case false: sentences.append(visit.text("subscriptionInfoOff", at))
        case nil: sentences.append(visit.text("subscriptionInfoSilent"))
        }
        if self.isInBillingRetry { sentences.append(visit.text("subscriptionInfoRetry")) }
        if let grace = self.gracePeriodExpiresAt {
            sentences.append(visit.text("subscriptionInfoGrace", grace.dayText))
        }
        switch self.priceIncreaseStatus {
        case 0: sentences.append(visit.text("subscriptionInfoPriceOpen"))
        case 1: sentences.append(visit.text("subscriptionInfoPriceAgreed"))
        default: break
        }
        switch self.expirationIntent {
        case 1: sentences.append(visit.text("subscriptionReasonCanceled"))
        case 2: sentences.append(visit.text("subscriptionReasonBilling"))
        case 3: sentences.append(visit.text("subscriptionReasonPrice"))
        case 4: sentences.append(visit.text("subscriptionReasonUnavailable"))
        default: break
        }
        if let price { sentences.append(visit.text("subscriptionInfoPrice", DashboardNumbers.money(price))) }
        return sentences
    }
}

/// What is told to Apple about one request, in a combination that Apple accepts.
///
/// See Apple's [Send Consumption
/// Information](https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information).
package struct RefundReply: Hashable, Sendable {
    /// Why nothing is told.
    package enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The customer has not agreed that data about his purchases go to Apple, or does not any more.
        case noConsent = "no_consent"
        /// A family shares it, and Apple takes no answer about that.
        case familyShared = "family_shared"
        /// It is a seat that somebody else pays for, and Apple takes no answer about that.
        case assigned
    }

    /// What of a desired answer could not be told as it was.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        /// Nothing was consumed, so all that is left is all: `GRANT_PRORATED` became `GRANT_FULL`.
        case nothingConsumed = "nothing_consumed"
        /// All was consumed, so nothing is left to be granted: `GRANT_PRORATED` became the second choice.
        case allConsumed = "all_consumed"
        /// Nobody knows how much was consumed: `GRANT_PRORATED` became the second choice.
        case shareUnknown = "share_unknown"
        /// An earlier round told a larger share, and a share never falls.
        case shareRaised = "share_raised"
    }

    /// Whether it was fulfilled.
    package let deliveryStatus: RefundDeliveryStatus
    /// Which share was consumed, in thousandths of a percent; `nil` is not said.
    package let share: Int64?
    /// Whether the customer could try it before.
    package let isSampleOffered: Bool
    /// What the shop would have Apple do; `nil` leaves it to Apple.
    package let preference: RefundPreference?
    /// What of the desired answer was changed.
    package let changes: Set<Change>

    /// The reply that tells these circumstances and comes nearest to a desired answer.
    ///
    /// - Parameters:
    ///   - desired: What the policy wants; `nil` leaves the decision to Apple and tells the facts.
    ///   - second: What it wants where a part cannot be granted, `GRANT_PRORATED` not allowed; `nil` leaves it to
    ///     Apple.
    ///   - circumstances: What decides which answers Apple accepts.
    /// - Throws: Why nothing may be told at all.
    package init(
        _ desired: RefundPreference?,
        otherwise second: RefundPreference? = nil,
        in circumstances: RefundCircumstances
    ) throws(Refusal) {
        switch circumstances.ownership {
        case .familyShared: throw .familyShared
        case .assigned: throw .assigned
        case .purchased: break
        }
        guard circumstances.hasConsent else { throw .noConsent }
        var changes: Set<Change> = []
        var preference = desired
        var share: Int64?
        if circumstances.kind == .autoRenewable {
            // Apple computes what is left of a period itself, and refuses a share of ours.
            share = nil
        } else if circumstances.deliveryStatus != .delivered {
            share = 0
        } else {
            share = circumstances.share.map { min(max($0, 0), RuleValue.wholeShare) }
            if let sent = circumstances.shareSentBefore, sent > share ?? 0 {
                share = min(sent, RuleValue.wholeShare)
                changes.insert(.shareRaised)
            }
        }
        if desired == .grantProrated, circumstances.kind != .autoRenewable {
            let fallback = second == .grantProrated ? nil : second
            switch share {
            case nil:
                preference = fallback
                changes.insert(.shareUnknown)
            case 0?:
                preference = .grantFull
                changes.insert(.nothingConsumed)
            case RuleValue.wholeShare?:
                preference = fallback
                changes.insert(.allConsumed)
            default: break
            }
        }
        self.deliveryStatus = circumstances.deliveryStatus
        self.share = share
        self.isSampleOffered = circumstances.isSampleOffered
        self.preference = preference
        self.changes = changes
    }
}

/// What the shop would have Apple do; Apple's `refundPreference`.
package enum RefundPreference: String, Hashable, Sendable, CaseIterable {
    /// Not to refund.
    case decline = "DECLINE"
    /// To refund all.
    case grantFull = "GRANT_FULL"
    /// To refund what was not consumed.
    case grantProrated = "GRANT_PRORATED"
}

/// Whether what was bought has been fulfilled; Apple's `deliveryStatus`.
package enum RefundDeliveryStatus: String, Hashable, Sendable, CaseIterable {
    /// It was, and works.
    case delivered = "DELIVERED"
    /// It was not, and it is the shop's own affair why: it is still due, or was canceled.
    case undelivered = "UNDELIVERED_OTHER"
    /// Fulfilling it has failed.
    case undeliveredQuality = "UNDELIVERED_QUALITY_ISSUE"
    /// Something else was fulfilled.
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    /// The shop's server was down.
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
}

extension RefundDeliveryStatus {
    /// What is told of a fulfillment; what nothing is fulfilled for, such as an entitlement, is there as soon as it is
    /// paid for.
    ///
    /// What was canceled because another server, or another fulfillment, has fulfilled it, is there too; and what was
    /// handed over once and is given back after a refund was reversed.
    package init(_ state: FulfillmentState?, because reason: FulfillmentReason? = nil, wasConfirmed: Bool = false) {
        switch state {
        case .canceled where reason == .elsewhere || reason == .twin: self = .delivered
        case .due where wasConfirmed, .fulfilling where wasConfirmed, .suspended where wasConfirmed: self = .delivered
        case .waiting, .due, .fulfilling, .suspended, .canceled: self = .undelivered
        case .confirmed, .revocationDue, .revoking, .revoked, .revocationSuspended, nil: self = .delivered
        }
    }
}

/// What decides which answers about a purchase Apple accepts.
package struct RefundCircumstances: Hashable, Sendable {
    /// What kind of product it is.
    package var kind: TransactionSnapshot.Kind
    /// How the Apple Account came to it.
    package var ownership: TransactionSnapshot.Ownership
    /// Whether it was fulfilled.
    package var deliveryStatus: RefundDeliveryStatus
    /// Which share of it was consumed, in thousandths of a percent; `nil` when nobody knows.
    package var share: Int64?
    /// The largest share that an earlier round of the case told.
    package var shareSentBefore: Int64?
    /// Whether the customer could try it, or read about it, before he bought.
    package var isSampleOffered: Bool
    /// Whether the customer's consent stands.
    package var hasConsent: Bool

    /// Whether anything may be told: with consent, and about what nobody shares or pays for somebody else.
    package var maySend: Bool { self.hasConsent && self.ownership == .purchased }

    /// Circumstances of these values.
    package init(
        kind: TransactionSnapshot.Kind,
        ownership: TransactionSnapshot.Ownership = .purchased,
        deliveryStatus: RefundDeliveryStatus,
        share: Int64? = nil,
        shareSentBefore: Int64? = nil,
        isSampleOffered: Bool = false,
        hasConsent: Bool
    ) {
        self.kind = kind
        self.ownership = ownership
        self.deliveryStatus = deliveryStatus
        self.share = share
        self.shareSentBefore = shareSentBefore
        self.isSampleOffered = isSampleOffered
        self.hasConsent = hasConsent
    }
}

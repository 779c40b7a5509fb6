/// The content of an answer to one request, in a combination of values that Apple accepts.
///
/// See Apple's [Send Consumption
/// Information](https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information).
package struct RefundReply: Hashable, Sendable {
    /// The reason why the server does not answer.
    package enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The customer has not consented that data about their purchases is sent to Apple, or has withdrawn the
        /// consent.
        case noConsent = "no_consent"
        /// The purchase is family-shared, and Apple accepts no answer about it.
        case familyShared = "family_shared"
        /// The purchase is a seat that another person pays for, and Apple accepts no answer about it.
        case assigned
    }

    /// A change that the server made to a desired answer.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        /// Nothing was consumed, so the whole price would be refunded: `GRANT_PRORATED` became `GRANT_FULL`.
        case nothingConsumed = "nothing_consumed"
        /// All was consumed, so nothing would be refunded: `GRANT_PRORATED` became the second choice.
        case allConsumed = "all_consumed"
        /// The consumed share is unknown: `GRANT_PRORATED` became the second choice.
        case shareUnknown = "share_unknown"
        /// An earlier answer stated a larger share, and a share never falls.
        case shareRaised = "share_raised"
    }

    /// Whether the product was fulfilled.
    package let deliveryStatus: RefundDeliveryStatus
    /// The consumed share, in thousandths of a percent; `nil` where the answer states none.
    package let share: Int64?
    /// Whether the customer could try the product before the purchase.
    package let isSampleOffered: Bool
    /// The shop's preferred decision; `nil` leaves the decision to Apple.
    package let preference: RefundPreference?
    /// The changes that the server made to the desired answer.
    package let changes: Set<Change>

    /// Creates the reply that states these circumstances and is closest to a desired answer.
    ///
    /// - Parameters:
    ///   - desired: The preference of the policy; `nil` sends the facts and leaves the decision to Apple.
    ///   - second: The preference where a prorated refund is not possible, `GRANT_PRORATED` not allowed; `nil` leaves
    ///     the decision to Apple.
    ///   - circumstances: The circumstances that determine which answers Apple accepts.
    /// - Throws: The reason why the server may not answer.
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
            // Apple computes the remaining share of a period itself, and rejects a share of ours.
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

/// The shop's preferred decision; Apple's `refundPreference`.
package enum RefundPreference: String, Hashable, Sendable, CaseIterable {
    /// Not to refund.
    case decline = "DECLINE"
    /// To refund all.
    case grantFull = "GRANT_FULL"
    /// To refund what was not consumed.
    case grantProrated = "GRANT_PRORATED"
}

/// Whether the purchase has been fulfilled; Apple's `deliveryStatus`.
package enum RefundDeliveryStatus: String, Hashable, Sendable, CaseIterable {
    /// It was fulfilled, and works.
    case delivered = "DELIVERED"
    /// It was not fulfilled, for a reason of the shop's own: it is still due, or was canceled.
    case undelivered = "UNDELIVERED_OTHER"
    /// The fulfillment failed.
    case undeliveredQuality = "UNDELIVERED_QUALITY_ISSUE"
    /// A wrong item was fulfilled.
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    /// The shop's server was down.
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
}

extension RefundDeliveryStatus {
    /// Creates the status of a fulfillment; a product without fulfillment, such as an entitlement, is delivered as soon
    /// as it is paid for.
    ///
    /// A fulfillment that was canceled because another server, or another fulfillment, fulfilled the purchase counts as
    /// delivered; so does one that was fulfilled once and is restored after a reversed refund.
    package init(_ state: FulfillmentState?, because reason: FulfillmentReason? = nil, wasConfirmed: Bool = false) {
        switch state {
        case .canceled where reason == .elsewhere || reason == .twin: self = .delivered
        case .due where wasConfirmed, .fulfilling where wasConfirmed, .suspended where wasConfirmed: self = .delivered
        case .waiting, .due, .fulfilling, .suspended, .canceled: self = .undelivered
        case .confirmed, .revocationDue, .revoking, .revoked, .revocationSuspended, nil: self = .delivered
        }
    }
}

/// The circumstances that determine which answers about a purchase Apple accepts.
package struct RefundCircumstances: Hashable, Sendable {
    /// The kind of the product.
    package var kind: TransactionSnapshot.Kind
    /// The way in which the Apple Account got the purchase.
    package var ownership: TransactionSnapshot.Ownership
    /// Whether the product was fulfilled.
    package var deliveryStatus: RefundDeliveryStatus
    /// The consumed share, in thousandths of a percent; `nil` where it is unknown.
    package var share: Int64?
    /// The largest share that an earlier answer of the case stated.
    package var shareSentBefore: Int64?
    /// Whether the customer could try the product, or read about it, before the purchase.
    package var isSampleOffered: Bool
    /// Whether the customer's consent is in force.
    package var hasConsent: Bool

    /// Whether the server may answer: with consent, and about a purchase that is neither shared nor paid for by another
    /// person.
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

/// One of Apple's signed notices about the refund of one purchase.
///
/// Signed refunds are a set: their order and repetition do not change the case.
package struct SignedRefund: Hashable, Sendable {
    /// The content.
    package enum Kind: Hashable, Sendable {
        /// CONSUMPTION_REQUEST: the customer requests a refund, and Apple asks for consumption information.
        ///
        /// With the reason.
        case requested(reason: String?)
        /// REFUND: Apple paid back this share of the price, in thousandths of a percent.
        case refunded(share: Int64)
        /// REFUND_DECLINED: Apple paid back nothing.
        case declined
        /// REFUND_REVERSED: Apple reversed a refund.
        case reversed
        /// REVOKE: a family-shared purchase ended with the purchase of the sharing member.
        case revoked

        /// Whether it is Apple's decision on a request.
        package var isDecision: Bool {
            switch self {
            case .refunded, .declined: true
            case .requested, .reversed, .revoked: false
            }
        }
    }

    /// The id: the notification's UUID or, where it was read elsewhere, a name made of the content.
    package let id: String
    /// The content.
    package let kind: Kind
    /// The instant at which Apple signed it.
    package let signedAt: Instant

    /// Creates a signed refund of these values.
    package init(id: String, kind: Kind, signedAt: Instant) {
        self.id = id
        self.kind = kind
        self.signedAt = signedAt
    }

    /// Returns whether this one precedes another: signed earlier or, at equal dates, a request before the decision that
    /// ends it.
    package func comes(before other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt < other.signedAt }
        if self.kind.order != other.kind.order { return self.kind.order < other.kind.order }
        if self.id != other.id { return self.id < other.id }
        return self.kind.detail < other.kind.detail
    }
}

extension SignedRefund.Kind {
    /// The rank among signed refunds of one date: no request and no reversal follows in the millisecond of a decision.
    fileprivate var order: Int {
        switch self {
        case .requested: 0
        case .declined: 1
        case .refunded: 2
        case .revoked: 3
        case .reversed: 4
        }
    }

    /// The rest of the content, so that two with the same id are ordered too.
    fileprivate var detail: (Int64, String) {
        switch self {
        case .requested(let reason): (0, reason ?? "")
        case .refunded(let share): (share, "")
        case .declined, .reversed, .revoked: (0, "")
        }
    }
}

/// The signed refunds of one transaction in one unit of evidence.
package struct RefundUpdate: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// The purchase that the case is about.
    package let subject: RefundSubject
    /// Apple's signed refunds.
    package private(set) var signedRefunds: [SignedRefund]
    /// Whether Apple accepts only the first version of an answer about it, as for purchases of Advanced Commerce.
    package let wantsFirstVersion: Bool

    /// Creates an update of these values.
    package init(
        transactionID: TransactionID,
        subject: RefundSubject,
        signedRefunds: [SignedRefund],
        wantsFirstVersion: Bool = false
    ) {
        self.transactionID = transactionID
        self.subject = subject
        self.signedRefunds = signedRefunds
        self.wantsFirstVersion = wantsFirstVersion
    }

    /// Creates the update of a snapshot; `nil` where the snapshot states no refund.
    ///
    /// It has the date of the refund, not of the signature: a later answer of Apple's repeats the same decision.
    package init?(_ snapshot: TransactionSnapshot) {
        guard let revocation = snapshot.revocation else { return nil }
        let kind: SignedRefund.Kind
        if snapshot.ownership != .purchased || revocation.type == "FAMILY_REVOKE" {
            kind = .revoked
        } else {
            let whole = RuleValue.wholeShare
            let share = revocation.percentageMilliunits.map { min(max(Int64($0), 0), whole) } ?? whole
            kind = .refunded(share: share)
        }
        let name = "revocation/\(revocation.revokedAt.milliseconds)"
        self.init(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: name, kind: kind, signedAt: revocation.revokedAt)]
        )
    }

    /// Adds signed refunds about the same transaction.
    mutating func add(_ signedRefunds: [SignedRefund]) { self.signedRefunds += signedRefunds }
}

extension Intake {
    /// The refund updates of the evidence, each transaction once: requests and decisions of its notification, and
    /// refunds that snapshots state.
    package var refundUpdates: [RefundUpdate] {
        var update: [TransactionID: RefundUpdate] = [:]
        if let refund = self.refund { update[refund.transactionID] = refund }
        for snapshot in self.transactions {
            guard let stated = RefundUpdate(snapshot) else { continue }
            if update[snapshot.transactionID] == nil {
                update[snapshot.transactionID] = stated
            } else {
                update[snapshot.transactionID]?.add(stated.signedRefunds)
            }
        }
        return update.values.sorted { $0.transactionID < $1.transactionID }
    }
}

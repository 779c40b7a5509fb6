/// A signed statement of Apple's about the refund of one purchase.
///
/// Signed refunds are a set: whatever their order and however often they arrive, they make the same case.
package struct SignedRefund: Hashable, Sendable {
    /// What was said.
    package enum Kind: Hashable, Sendable {
        /// CONSUMPTION_REQUEST: somebody wants his money back, and Apple asks what it should know. With Apple's reason.
        case requested(reason: String?)
        /// REFUND: Apple paid back this share of the price, in thousandths of a percent.
        case refunded(share: Int64)
        /// REFUND_DECLINED: Apple did not pay back anything.
        case declined
        /// REFUND_REVERSED: Apple took a refund back.
        case reversed
        /// REVOKE: what a family shared ended with the purchase of the one who shared it.
        case revoked

        /// Whether it is Apple's decision about a request.
        package var isDecision: Bool {
            switch self {
            case .refunded, .declined: true
            case .requested, .reversed, .revoked: false
            }
        }
    }

    /// Which one it is: the notification's UUID, or where it was read elsewhere a name made of what it says.
    package let id: String
    /// What was said.
    package let kind: Kind
    /// When Apple signed it.
    package let signedAt: Instant

    /// A signed refund of these values.
    package init(id: String, kind: Kind, signedAt: Instant) {
        self.id = id
        self.kind = kind
        self.signedAt = signedAt
    }

    /// Whether this one comes before another: signed earlier or, at equal dates, a request before what ends it.
    package func comes(before other: Self) -> Bool {
        if self.signedAt != other.signedAt { return self.signedAt < other.signedAt }
        if self.kind.order != other.kind.order { return self.kind.order < other.kind.order }
        if self.id != other.id { return self.id < other.id }
        return self.kind.detail < other.kind.detail
    }
}

extension SignedRefund.Kind {
    /// Where signed refunds of one date stand: nobody asks again, and nothing is reversed, in the millisecond of a
    /// decision.
    fileprivate var order: Int {
        switch self {
        case .requested: 0
        case .declined: 1
        case .refunded: 2
        case .revoked: 3
        case .reversed: 4
        }
    }

    /// What it says besides, so that even two of one name have an order.
    fileprivate var detail: (Int64, String) {
        switch self {
        case .requested(let reason): (0, reason ?? "")
        case .refunded(let share): (share, "")
        case .declined, .reversed, .revoked: (0, "")
        }
    }
}

/// What one unit of evidence says of the refund of one transaction.
package struct RefundUpdate: Hashable, Sendable {
    /// The transaction.
    package let transactionID: TransactionID
    /// What the case is about.
    package let subject: RefundSubject
    /// Apple's signed refunds.
    package private(set) var signedRefunds: [SignedRefund]
    /// Whether Apple takes only the first version of an answer about it, as for purchases of Advanced Commerce.
    package let wantsFirstVersion: Bool

    /// News of these values.
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

    /// What a snapshot says of a refund by itself; `nil` where it states none.
    ///
    /// It has the date of the refund, not of the signature: whoever is asked later repeats what was decided then.
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

    /// Takes in another signed refund about the same transaction.
    mutating func add(_ signedRefunds: [SignedRefund]) { self.signedRefunds += signedRefunds }
}

extension Intake {
    /// What it says of refunds, each transaction once: what its notification asks or decides, and what snapshots state.
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

/// The identifier of one seat of a member, a UUID.
///
/// It is also the `requestIdentifier` with which the server claims the seat at Apple, so it is saved before the first
/// attempt, and every attempt has the same one.
package typealias SeatID = Identifier<Seat>

/// Apple's identifier of one claim on a seat (`seatClaimId`), in lower case.
package typealias SeatClaimID = Identifier<Seat.Claim>

/// The seat of one member of a multiseat subscription whose members the app invites.
///
/// Apple makes no transactions for these members, so the seat is the record of a member's access. It begins as an
/// invitation, or with a member at once. After its end it never runs again: another member gets a seat of their own.
package struct Seat: Hashable, Sendable {
    /// The subject of `SeatClaimID`.
    package enum Claim {}

    /// The end of a seat.
    package struct End: Hashable, Sendable {
        /// Why a seat ended.
        package enum Reason: String, Hashable, Sendable, CaseIterable {
            /// The shop or an operator released it.
            case released
            /// Apple ended its claim.
            case unclaimed
            /// Apple refused to claim it.
            case refused
            /// The member's name was erased.
            case erased
        }

        /// The instant of the end.
        package let at: Instant
        /// The reason.
        package let reason: Reason
        /// The name of the key or operator that ended it; `nil` where Apple did.
        package let by: String?

        /// Creates an end with these values.
        package init(at: Instant, reason: Reason, by: String? = nil) {
            self.at = at
            self.reason = reason
            self.by = by
        }

        /// Returns whether this end counts rather than another: the earlier one, so that any order of arrival leads to
        /// the same end.
        func takesPrecedence(over other: Self) -> Bool {
            if self.at != other.at { return self.at < other.at }
            if self.reason != other.reason { return self.reason.rank < other.reason.rank }
            return (self.by ?? "") < (other.by ?? "")
        }
    }

    /// A call to Apple that a seat needs next.
    package enum Call: Hashable, Sendable {
        /// Claim Seat.
        case claim
        /// Associate Seat.
        case associate(SeatClaimID, AppTransactionID)
        /// Unclaim Seat.
        case unclaim(SeatClaimID)
    }

    /// The identifier.
    package let id: SeatID
    /// When the invitation was made; for a seat that was assigned, when it was.
    package let invitedAt: Instant
    /// The name of the key or operator through whom the member came.
    package let invitedBy: String
    /// The member; `nil` for an open invitation.
    package var member: CustomerID?
    /// When the member accepted, or was assigned to the seat; `nil` for an open invitation.
    package var acceptedAt: Instant?
    /// The member's Apple Account in this app; `nil` where it is unknown.
    package var account: AppTransactionID?
    /// When the server first asked Apple to claim the seat; `nil` for never.
    package var askedAt: Instant?
    /// Apple's claim; `nil` until Apple has answered.
    package var claimID: SeatClaimID?
    /// Whether Apple knows the Apple Account of the member.
    package var isAssociated: Bool
    /// The end; `nil` while the seat is kept.
    package private(set) var end: End?
    /// When it was known that Apple has no claim on the seat any more; only after its end.
    package var unclaimedAt: Instant?

    /// Creates a seat with these values; values that an open invitation lacks have a default.
    package init(
        id: SeatID,
        invitedAt: Instant,
        invitedBy: String,
        member: CustomerID? = nil,
        acceptedAt: Instant? = nil,
        account: AppTransactionID? = nil,
        askedAt: Instant? = nil,
        claimID: SeatClaimID? = nil,
        isAssociated: Bool = false,
        end: End? = nil,
        unclaimedAt: Instant? = nil
    ) {
        self.id = id
        self.invitedAt = invitedAt
        self.invitedBy = invitedBy
        self.member = member
        self.acceptedAt = acceptedAt
        self.account = account
        self.askedAt = askedAt
        self.claimID = claimID
        self.isAssociated = isAssociated
        self.end = end
        self.unclaimedAt = unclaimedAt
    }

    /// Whether the seat is an invitation or a member's, and not ended.
    package var isKept: Bool { self.end == nil }

    /// Whether a member has the seat.
    package var isTaken: Bool { self.isKept && self.member != nil }

    /// The call to Apple that comes next, where Apple can be asked; `nil` for none.
    ///
    /// A seat that ended while the answer to its claim was unknown is claimed again: only the answer to the same
    /// request names the claim that Apple may have made, which is then ended.
    package var nextCall: Call? {
        if self.end != nil {
            guard self.unclaimedAt == nil else { return nil }
            if let claimID = self.claimID { return .unclaim(claimID) }
            return self.askedAt == nil ? nil : .claim
        }
        guard self.member != nil else { return nil }
        guard let claimID = self.claimID else { return .claim }
        guard !self.isAssociated, let account = self.account else { return nil }
        return .associate(claimID, account)
    }

    /// Ends the seat; of several ends the earliest counts.
    package mutating func end(_ end: End) {
        if let known = self.end, !end.takesPrecedence(over: known) { return }
        self.end = end
    }

    /// Ends the seat because Apple ended its claim at an instant.
    package mutating func unclaim(at instant: Instant) {
        self.end(End(at: instant, reason: .unclaimed))
        self.unclaimedAt = min(self.unclaimedAt ?? instant, instant)
    }
}

extension Seat.End.Reason {
    /// The place among reasons of the same instant.
    fileprivate var rank: Int {
        switch self {
        case .unclaimed: 0
        case .refused: 1
        case .erased: 2
        case .released: 3
        }
    }
}

extension SeatClaimID {
    /// Creates the identifier of a claim as Apple states it, in either case.
    package init(stated id: String) { self.init(id.lowercased()) }
}

/// The claims on seats that Apple ended, as a notification UNCLAIM_SEATS states them.
package struct SeatUnclaim: Hashable, Sendable {
    /// The claims.
    package let claims: [SeatClaimID]
    /// The instant at which Apple signed the notification.
    package let at: Instant

    /// Creates the end of claims.
    package init(claims: [SeatClaimID], at: Instant) {
        self.claims = claims
        self.at = at
    }
}

/// A member of a multiseat subscription, as the derivation of owners reads them.
package struct SeatMember: Hashable, Sendable {
    /// The member.
    package let customer: CustomerID
    /// An original transaction id of the subscription.
    package let originalTransactionID: OriginalTransactionID
    /// When the member got the seat.
    package let since: Instant

    /// Creates a member of a subscription since an instant.
    package init(customer: CustomerID, originalTransactionID: OriginalTransactionID, since: Instant) {
        self.customer = customer
        self.originalTransactionID = originalTransactionID
        self.since = since
    }

    /// Creates the member of a seat; `nil` where no member has it.
    package init?(_ seat: Seat, of originalTransactionID: OriginalTransactionID) {
        guard seat.isTaken, let customer = seat.member, let since = seat.acceptedAt else { return nil }
        self.init(customer: customer, originalTransactionID: originalTransactionID, since: since)
    }
}

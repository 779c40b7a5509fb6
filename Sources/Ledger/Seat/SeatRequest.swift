/// A request to change a seat.
package struct SeatRequest: Hashable, Sendable {
    /// A customer who gets a seat.
    package struct Member: Hashable, Sendable {
        /// The customer.
        package let customer: CustomerID
        /// The customer's Apple Account in this app; `nil` where it is unknown.
        package let account: AppTransactionID?

        /// Creates a member.
        package init(_ customer: CustomerID, account: AppTransactionID? = nil) {
            self.customer = customer
            self.account = account
        }
    }

    /// The kind of a request, with the seat that it concerns.
    package enum Kind: Hashable, Sendable {
        /// Reserves a seat for a person whom the app invites.
        case invite(SeatID)
        /// Gives a customer a seat without an invitation.
        case assign(SeatID, Member)
        /// Gives the seat of an invitation to the customer who accepts it.
        case accept(SeatID, Member)
        /// Ends a seat or an invitation.
        case release(SeatID)
        /// States the Apple Account of a member.
        case identify(SeatID, AppTransactionID)
        /// Records that the server is about to ask Apple for a claim.
        case ask(SeatID)
        /// Records the claim that Apple made, with the Apple Account that the request contained.
        case recordClaim(SeatID, SeatClaimID, AppTransactionID?)
        /// Records that Apple knows the Apple Account of a member.
        case recordAssociation(SeatID, AppTransactionID)
        /// Records that Apple refused to claim the seat.
        case recordRefusal(SeatID)
        /// Records that Apple has no claim on the seat any more.
        case recordEnd(SeatID)
    }

    /// The kind.
    package let kind: Kind
    /// The instant of the request.
    package let at: Instant
    /// The name of the key or operator that makes the request.
    package let by: String

    /// Creates a request with these values.
    package init(_ kind: Kind, at instant: Instant, by: String) {
        self.kind = kind
        self.at = instant
        self.by = by
    }

    /// The seat that it concerns.
    package var seat: SeatID {
        switch self.kind {
        case .invite(let id), .assign(let id, _), .accept(let id, _), .release(let id), .identify(let id, _),
            .ask(let id), .recordClaim(let id, _, _), .recordAssociation(let id, _), .recordRefusal(let id),
            .recordEnd(let id):
            id
        }
    }

    /// The customer who gets a seat; `nil` for other requests.
    package var member: CustomerID? {
        switch self.kind {
        case .assign(_, let member), .accept(_, let member): member.customer
        default: nil
        }
    }

    /// Returns the same request with another customer in place of its member.
    package func naming(_ customer: CustomerID) -> Self {
        switch self.kind {
        case .assign(let id, let member):
            Self(.assign(id, Member(customer, account: member.account)), at: self.at, by: self.by)
        case .accept(let id, let member):
            Self(.accept(id, Member(customer, account: member.account)), at: self.at, by: self.by)
        default: self
        }
    }
}

/// The reason why a request to change a seat is refused.
package enum SeatRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No subscription has this original transaction id.
    case unknownSubscription = "seat_subscription_unknown"
    /// No seat has this identifier.
    case unknownSeat = "seat_unknown"
    /// The subscription has no seats.
    case noSeats = "seat_not_multiseat"
    /// The app does not invite the members of the subscription: Apple does, or it is not known who does.
    case notInvitedByApp = "seat_not_invited_by_app"
    /// The subscription gives no access.
    case subscriptionEnded = "seat_subscription_ended"
    /// All seats are taken or reserved.
    case noneFree = "seat_none_free"
    /// The seat has ended.
    case ended = "seat_ended"
    /// Another customer has the seat.
    case taken = "seat_taken"
    /// The customer has another seat of the subscription.
    case hasSeat = "seat_member_known"
    /// The customer is the purchaser, who needs no seat of a member.
    case isPurchaser = "seat_purchaser"
    /// No member has accepted the invitation.
    case notAccepted = "seat_not_accepted"
    /// The customer's name was erased.
    case customerGone = "customer_gone"

    /// A stable code.
    package var code: String { self.rawValue }
}

/// What a request changed.
package struct SeatOutcome: Hashable, Sendable {
    /// The seat as it is after the request.
    package let seat: Seat
    /// All seats of the subscription after the request.
    package let group: SeatGroup
    /// The active entitlements that the member had before the request and does not have after it, by ascending name.
    package let lost: [EntitlementName]

    /// Creates an outcome.
    package init(seat: Seat, group: SeatGroup, lost: [EntitlementName] = []) {
        self.seat = seat
        self.group = group
        self.lost = lost
    }
}

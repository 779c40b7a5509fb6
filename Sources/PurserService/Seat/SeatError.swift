package import AppStore
package import Ledger

/// The reason why a request about a seat failed.
package enum SeatError: Error, Hashable, Sendable {
    /// The ledger refuses the request.
    case refused(SeatRefusal)
    /// The customer's name is reserved for the server, which has not given it out.
    case reservedCustomer
    /// Apple refused to claim the seat, which has ended.
    case appStore(AppStoreError)
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .reservedCustomer: "customer_reserved"
        case .appStore: "seat_claim_refused"
        case .storage(let error): error.code
        }
    }

    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .reservedCustomer: "Use the user id of your app; such names are reserved for the server."
        case .appStore(let error):
            "Apple refused to claim the seat (\(error.code)), so it ended; release a seat or check the member."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension SeatRefusal {
    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .unknownSubscription: "Use the original transaction id of a subscription that the server knows."
        case .unknownSeat: "Use the id of a seat; list the seats of the subscription."
        case .noSeats: "The subscription has no seats; only its purchaser has access."
        case .notInvitedByApp: "Apple invites the members of this subscription, so they have transactions of their own."
        case .subscriptionEnded: "The subscription gives no access now; try again after the purchaser has renewed it."
        case .noneFree: "All paid seats are taken or reserved; release one, or let the purchaser add seats."
        case .ended: "The seat has ended; make a new invitation."
        case .taken: "Another customer has this seat; make a new invitation."
        case .hasSeat: "The customer has a seat of this subscription already."
        case .isPurchaser: "The customer bought the subscription and has access without a member's seat."
        case .notAccepted: "No customer has accepted the invitation yet."
        case .customerGone: "The customer was erased; use another one."
        }
    }
}

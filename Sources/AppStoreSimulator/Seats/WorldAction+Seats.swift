/// Constructors of actions on the seats of multiseat subscriptions.
extension WorldAction {
    /// Buys seats of a subscription, or adds some: `seats` is their number after the purchase.
    public static func buySeats(
        _ seats: Int,
        of product: String,
        by customer: String,
        isOrganization: Bool = false,
        token: String? = nil,
        in app: String? = nil
    ) -> WorldAction {
        var action = WorldAction.buy(product, by: customer, seats: seats, token: token, in: app)
        action.scope = isOrganization ? "organization" : nil
        return action
    }

    /// Sets the number of seats of the next renewal.
    public static func changeSeats(
        of product: String,
        to seats: Int,
        by customer: String,
        in app: String? = nil
    ) -> WorldAction {
        var action = WorldAction(.changeSeats)
        action.customer = customer
        action.product = product
        action.seats = seats
        action.app = app
        return action
    }

    /// Joins the group of a transaction, or receives a seat of its organization.
    public static func joinGroup(of transaction: String, _ customer: String) -> WorldAction {
        var action = WorldAction(.joinGroup)
        action.transaction = transaction
        action.customer = customer
        return action
    }

    /// Leaves the group of a transaction, or loses a seat of its organization.
    public static func leaveGroup(of transaction: String, _ customer: String) -> WorldAction {
        var action = WorldAction(.leaveGroup)
        action.transaction = transaction
        action.customer = customer
        return action
    }

    /// Claims a seat for a member whom the app invited; `request` is the developer's identifier of the claim.
    public static func claimSeat(
        of transaction: String,
        request: String,
        for customer: String? = nil
    ) -> WorldAction {
        var action = WorldAction(.claimSeat)
        action.transaction = transaction
        action.request = request
        action.customer = customer
        return action
    }

    /// Ends a claim on a seat.
    public static func unclaimSeat(_ claim: String, of transaction: String) -> WorldAction {
        var action = WorldAction(.unclaimSeat)
        action.transaction = transaction
        action.name = claim
        return action
    }

    /// Associates a customer with a claimed seat.
    public static func associateSeat(_ claim: String, of transaction: String, with customer: String) -> WorldAction {
        var action = WorldAction(.associateSeat)
        action.transaction = transaction
        action.name = claim
        action.customer = customer
        return action
    }
}

extension WorldState {
    /// Performs an action on the members or the claims of a multiseat subscription.
    mutating func performOnSeats(_ action: WorldAction, _ answer: inout WorldActionResult) throws(WorldError) {
        let transaction = try self.index(ofTransaction: action.transaction ?? "")
        switch action.verb {
        case .joinGroup: try self.joinGroup(of: transaction, try self.customer(action.customer ?? ""))
        case .leaveGroup:
            try self.leaveGroup(of: transaction, try self.index(of: WorldCustomer(name: action.customer ?? "")))
        default: answer.identifier = try self.performClaim(action, of: transaction)
        }
    }

    /// Performs an operation on a claim, and returns the claim's identifier.
    private mutating func performClaim(_ action: WorldAction, of transaction: Int) throws(WorldError) -> String {
        let app = self.transactions[transaction].app
        let copy = try action.customer.map { name throws(WorldError) in
            self.appTransactionNumber(of: try self.index(of: WorldCustomer(name: name)), app: app)
        }
        guard let index = self.purchasedSubscription(of: transaction) else { throw .noGroup }
        do throws(AppleAPIError) {
            let claim = action.name ?? ""
            switch action.verb {
            case .claimSeat:
                let claim = try self.claimSeat(of: index, request: action.request ?? "", appTransaction: copy)
                self.note(.developer, "claims a seat", transaction: transaction)
                return claim
            case .associateSeat:
                try self.associateSeat(claim, of: index, with: copy ?? 0)
                self.note(.developer, "associates a customer with a seat", transaction: transaction)
            default:
                try self.unclaimSeat(claim, of: index)
                self.note(.developer, "ends the claim on a seat", transaction: transaction)
            }
            return claim
        } catch {
            throw .seatsRefused(code: error.code, message: error.message)
        }
    }
}

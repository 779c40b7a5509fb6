import Ledger

/// What judging the deliveries of a chain asks and books, in the database.
struct ChainDeliveryBooks: DeliveryBooks {
    /// The connection.
    let session: Session
    /// The app and environment.
    let scope: Scope
    /// The same by name.
    let name: ScopeName
    /// Those who are met.
    var people: People

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws -> SandboxAllowance {
        try self.session.sandboxAllowance(of: try self.people.number(customer), scope: self.scope, since: since)
    }

    /// The order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws -> OrderRecord? {
        try purchase.accountToken.flatMap { try self.session.order(with: $0, app: self.name.app) }
    }

    /// Blocks whoever paid for what was refunded.
    mutating func block(forRefundOf delivery: Delivery, at now: Instant) throws {
        try self.session.block(forRefundOf: delivery, at: now)
    }

    /// Carries out orders on a customer's wallets.
    mutating func carryOut(
        _ orders: [CoinName: WalletOrder],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(orders, for: customer, self.name, terms: terms))
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    mutating func carryOut(
        _ order: WalletOrder,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(order, in: self.scope, terms: terms))
    }

    /// Meets those whose wallets they are, so that they can be told.
    private mutating func meet(
        _ result: Result<Session.Booked, WalletRefusal>
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        if case .success(let booked) = result {
            for (owner, _) in booked { _ = try self.people.name(owner) }
        }
        return result.map { $0.map(\.wallet) }
    }
}

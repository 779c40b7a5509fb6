import Ledger

/// What judging the deliveries of a chain asks, answered from the database.
struct ChainDeliveryBooks: DeliveryBooks {
    /// The connection.
    let session: Session
    /// The app and environment.
    let scope: Scope
    /// Those who are met.
    let people: People

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws -> SandboxAllowance {
        try self.session.sandboxAllowance(of: try self.people.number(customer), scope: self.scope, since: since)
    }

    /// Whether an open order names a purchase; orders are asked here.
    func isNamedByOrder(_ purchase: Purchase) throws -> Bool { false }

    /// Books goods in this unit of work; wallets are asked here, and until then everything is the fulfiller's.
    func book(_ call: DeliveryCall, of delivery: Delivery) throws -> DeliveryBooking? { nil }
}

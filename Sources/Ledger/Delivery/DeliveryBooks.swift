/// What judging the deliveries of a chain asks of the books.
package protocol DeliveryBooks<Failure> {
    /// Why the books could not answer.
    associatedtype Failure: Error

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws(Failure) -> SandboxAllowance

    /// Whether an open order names a purchase, so that it is handed over although it is older than the deliveries of this
    /// server.
    func isNamedByOrder(_ purchase: Purchase) throws(Failure) -> Bool

    /// Does here and now what is to be done with the goods of a delivery, in the same unit of work; `nil` where somebody
    /// else is told to.
    ///
    /// Coins that this server keeps in wallets are booked here.
    func book(_ call: DeliveryCall, of delivery: Delivery) throws(Failure) -> DeliveryBooking?
}

/// What came of a call that this server may carry out itself.
package struct DeliveryBooking: Hashable, Sendable {
    /// What came of it.
    package enum Outcome: Hashable, Sendable {
        /// It is done; so many coins were taken back in all, by name.
        case done(recovered: [String: Int]?)
        /// Somebody else is told to do it.
        case left
        /// It cannot be booked, and a person decides.
        case refused(DeliveryReason)
    }

    /// What came of it.
    package let outcome: Outcome
    /// What to tell of the wallets, in order.
    package let drafts: [Telling.Draft]

    /// A booking of these values.
    package init(_ outcome: Outcome, _ drafts: [Telling.Draft] = []) {
        self.outcome = outcome
        self.drafts = drafts
    }
}

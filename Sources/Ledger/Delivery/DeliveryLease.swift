/// The right of one worker to tell somebody what is to be done with the goods of a delivery, for a while.
///
/// Two workers never hold one delivery: a lease that ran out, or was taken back, no longer says anything of it.
package struct DeliveryLease: Hashable, Sendable {
    /// The delivery, being delivered or taken back.
    package let delivery: Delivery
    /// What is to be done.
    package let call: DeliveryCall
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(delivery: Delivery, call: DeliveryCall, number: Int64) {
        self.delivery = delivery
        self.call = call
        self.number = number
    }
}

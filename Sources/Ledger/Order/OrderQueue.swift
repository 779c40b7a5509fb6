/// Orders that wait for something.
package enum OrderQueue: String, Hashable, Sendable, CaseIterable {
    /// They wait for their payment.
    case open
    /// They were paid for and not delivered.
    case paidNotDelivered = "paid_not_delivered"
    /// They were delivered and no payment is known.
    case deliveredNotPaid = "delivered_not_paid"
    /// Something about them is to be looked at.
    case flagged
}

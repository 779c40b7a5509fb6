/// Something about an order that a person should look at; nothing is ever guessed instead.
package enum OrderFlag: String, Hashable, Sendable, CaseIterable {
    /// Its token paid for another product.
    case otherProduct = "other_product"
    /// Its token paid for another quantity.
    case otherQuantity = "other_quantity"
    /// What its token paid for is another customer's.
    case otherCustomer = "other_customer"
    /// It was paid in another environment.
    case otherEnvironment = "other_environment"
    /// It was paid more than once, and all of these purchases stay.
    case paidTwice = "paid_twice"
    /// It was paid after it had expired.
    case paidAfterExpiry = "paid_after_expiry"
    /// It was paid although it had been cancelled.
    case paidAfterCancel = "paid_after_cancel"
    /// It was delivered, and no payment is known.
    case deliveredUnpaid = "delivered_unpaid"
    /// A refund of what paid for it is reported, and Apple did not sign that.
    case refundReported = "refund_reported"
    /// A guard remarked on it when it was made.
    case guardRemark = "guard"
}

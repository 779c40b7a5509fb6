/// That a customer is blocked, by hand or by what the catalogue says of a refund, so that guards can refuse his orders.
package struct CustomerBlock: Hashable, Sendable {
    /// Since when.
    package let at: Instant
    /// Who did it: an operator or a key, by name, or `onRefund`.
    package let by: String
    /// Why, in his words.
    package let reason: String

    /// A block of these values.
    package init(at: Instant, by: String, reason: String) {
        self.at = at
        self.by = by
        self.reason = reason
    }

    /// The block that the catalogue's `onRefund` sets when what was delivered is refunded.
    package init(forRefundOf delivery: Delivery, at now: Instant) {
        self.init(at: now, by: "onRefund", reason: "\(delivery.goods.productID) of \(delivery.id) was refunded.")
    }

    /// What the audit log says of it, which names no customer: nothing is ever taken out of it.
    package func draft(on customer: CustomerID, for delivery: Delivery) -> AuditDraft {
        AuditDraft(
            at: self.at,
            by: self.by,
            .customerBlock,
            on: delivery.id.rawValue,
            reason: nil,
            details: ["app": delivery.app.rawValue, "delivery": delivery.id.rawValue],
            about: AuditDraft.About([customer], of: delivery.app)
        ).with(.done)
    }
}

/// What came of blocking a customer, or of taking that back.
package struct KeptBlock: Hashable, Sendable {
    /// The block that stands now; `nil` where the customer is not blocked.
    package let block: CustomerBlock?
    /// Whether it was otherwise before.
    package let isNew: Bool

    /// What came of it.
    package init(_ block: CustomerBlock?, isNew: Bool) {
        self.block = block
        self.isNew = isNew
    }
}

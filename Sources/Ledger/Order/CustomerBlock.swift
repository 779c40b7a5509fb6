/// That a customer is blocked, by hand or by what the catalog says of a refund, so that guards can refuse his orders.
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

    /// The block that the catalog's `onRefund` sets when what was fulfilled is refunded.
    package init(forRefundOf fulfillment: Fulfillment, at now: Instant) {
        self.init(at: now, by: "onRefund", reason: "\(fulfillment.goods.productID) of \(fulfillment.id) was refunded.")
    }

    /// What the audit log says of it, which names no customer: nothing is ever taken out of it.
    package func draft(on customer: CustomerID, for fulfillment: Fulfillment) -> AuditDraft {
        AuditDraft(
            at: self.at,
            by: self.by,
            .customerBlock,
            on: fulfillment.id.rawValue,
            reason: nil,
            details: ["app": fulfillment.app.rawValue, "fulfillment": fulfillment.id.rawValue],
            about: AuditDraft.About([customer], of: fulfillment.app)
        ).with(.done)
    }
}

/// What came of blocking a customer, or of taking that back.
package struct CustomerBlockChange: Hashable, Sendable {
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

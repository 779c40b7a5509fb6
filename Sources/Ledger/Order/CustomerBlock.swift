/// A block of a customer, set by hand or by the catalog's consequence of a refund, or derived from a rescission of
/// consent; guards can refuse the orders of blocked customers.
package struct CustomerBlock: Hashable, Sendable {
    /// The instant of the block.
    package let at: Instant
    /// The name of the operator or key that blocked the customer, `onRefund`, or `RESCIND_CONSENT`.
    package let by: String
    /// The reason, as free text.
    package let reason: String

    /// Creates a block with these values.
    package init(at: Instant, by: String, reason: String) {
        self.at = at
        self.by = by
        self.reason = reason
    }

    /// Creates the block that the catalog's `onRefund` sets when a fulfilled purchase is refunded.
    package init(forRefundOf fulfillment: Fulfillment, at now: Instant) {
        self.init(at: now, by: "onRefund", reason: "\(fulfillment.goods.productID) of \(fulfillment.id) was refunded.")
    }

    /// The author of what Apple's notification of a rescission sets in motion.
    static let rescission = "RESCIND_CONSENT"

    /// Creates the block that the catalog derives from a rescission of consent; it is stored nowhere.
    init(forRescissionOf open: OpenRescission) {
        self.init(
            at: open.rescindedAt,
            by: Self.rescission,
            reason: "Consent was rescinded for the Apple Account \(open.account)."
        )
    }

    /// Returns the audit entry of the block.
    ///
    /// It names no customer, because nothing is ever deleted from the log.
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

/// The result of blocking or unblocking a customer.
package struct CustomerBlockChange: Hashable, Sendable {
    /// The current block; `nil` when the customer is not blocked.
    package let block: CustomerBlock?
    /// Whether the call changed the block.
    package let isNew: Bool

    /// Creates a result.
    package init(_ block: CustomerBlock?, isNew: Bool) {
        self.block = block
        self.isNew = isNew
    }
}

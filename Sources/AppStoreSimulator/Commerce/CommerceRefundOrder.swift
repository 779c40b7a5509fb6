import AppStore

/// A refund that the developer asks for, item by item.
struct CommerceRefundOrder: Sendable {
    /// What is to be given back of one item.
    struct Item: Sendable {
        /// The item.
        let sku: String
        /// Why.
        let reason: AdvancedCommerceRefundReason
        /// How much of it.
        let type: AdvancedCommerceRefundType
        /// The amount, in milliunits, when the type is custom.
        let amount: Int64?
        /// Whether the item is taken away.
        let revokes: Bool
    }

    /// The items.
    let items: [Item]

    /// Whether a test wants it declined.
    var isDeclined: Bool { self.items.contains { $0.reason == .simulateRefundDecline } }
    /// The reason of the first item, in the words for what customers ask.
    var requestReason: ConsumptionRequestReason {
        let reason = ConsumptionRequestReason(rawValue: self.items.first?.reason.rawValue ?? "")
        return ConsumptionRequestReason.allKnown.contains(reason) ? reason : .other
    }
}

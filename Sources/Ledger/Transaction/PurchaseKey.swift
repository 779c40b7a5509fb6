/// What was bought once: deliveries, revenue and ownership hang on it, because a restore brings new transaction ids for
/// the same purchase.
package enum PurchaseKey: Hashable, Sendable {
    /// One period of an auto-renewable subscription.
    case period(OriginalTransactionID, WebOrderLineItemID)
    /// One period whose evidence lacks a `webOrderLineItemId`.
    case periodBegunAt(OriginalTransactionID, Instant)
    /// A non-consumable, owned once however often it is restored.
    case owned(OriginalTransactionID)
    /// A consumable or a non-renewing subscription.
    case single(TransactionID)
}

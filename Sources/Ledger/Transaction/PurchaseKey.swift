import Notation

/// The key of one purchase, to which fulfillments, revenue and ownership refer, because a restore creates new
/// transaction ids for the same purchase.
package enum PurchaseKey: Hashable, Sendable {
    /// One period of an auto-renewable subscription.
    case period(OriginalTransactionID, WebOrderLineItemID)
    /// One period whose evidence lacks a `webOrderLineItemId`.
    case periodBegunAt(OriginalTransactionID, Instant)
    /// A non-consumable, owned once regardless of restores.
    case owned(OriginalTransactionID)
    /// A consumable or a non-renewing subscription.
    case single(TransactionID)
}

extension PurchaseKey {
    /// The key as one word, from which it can be parsed.
    package var spelling: String {
        switch self {
        case .period(let original, let item): Self.word("period", original.rawValue, item.rawValue)
        case .periodBegunAt(let original, let instant): Self.word("begun", original.rawValue, "\(instant.milliseconds)")
        case .owned(let original): Self.word("owned", original.rawValue)
        case .single(let transaction): Self.word("single", transaction.rawValue)
        }
    }

    /// Creates the key of a word; `nil` when the word is none.
    package init?(spelling: String) {
        let parts = spelling.split(separator: ":", omittingEmptySubsequences: false)
            .map { Self.form.decoded($0) ?? String($0) }
        switch (parts.first, parts.count) {
        case ("period", 3): self = .period(OriginalTransactionID(parts[1]), WebOrderLineItemID(parts[2]))
        case ("begun", 3):
            guard let milliseconds = Int64(parts[2]) else { return nil }
            self = .periodBegunAt(OriginalTransactionID(parts[1]), Instant(milliseconds: milliseconds))
        case ("owned", 2): self = .owned(OriginalTransactionID(parts[1]))
        case ("single", 2): self = .single(TransactionID(parts[1]))
        default: return nil
        }
    }

    private static func word(_ kind: String, _ parts: String...) -> String {
        ([kind] + parts.map(Self.form.encoded)).joined(separator: ":")
    }

    /// Apple's ids are digits; an id that contained a separator would be escaped, so that parts remain distinct.
    private static let form = PercentEncoding { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "%") }
}

/// The paid service of a subscriber, which decides whether the reduced commission applies.
package enum PaidService {
    /// The amount of paid service after which the reduced commission applies.
    static let year = Span.days(365)
    /// The longest gap in service; a longer one restarts the count.
    static let longestGap = Span.days(60)

    /// Returns whether a purchase of a chain began after more than a year of paid service.
    ///
    /// Free periods and refunded periods do not count. The chain is one subscription; it does not include service of
    /// earlier subscriptions of the group, so the answer may be `false` for a subscriber who changed plans across
    /// chains.
    package static func isAfterOneYear(_ transaction: TransactionID, in chain: Chain) -> Bool {
        let purchases = chain.purchases.filter { purchase in
            purchase.snapshot.kind == .autoRenewable && purchase.snapshot.ownership == .purchased
        }.sorted { $0.begunAt < $1.begunAt }
        guard let position = purchases.firstIndex(where: { $0.transactionIDs.contains(transaction) }) else {
            return false
        }
        var served: Int64 = 0
        var end: Instant?
        for (index, purchase) in purchases[...position].enumerated() {
            if let end, purchase.begunAt - end > Self.longestGap { served = 0 }
            guard index < position else { break }
            let next = purchases[index + 1].begunAt
            let isPaid = (purchase.snapshot.price?.amountMilliunits ?? 1) > 0 && !purchase.isRevoked
            let until = min(purchase.endsAt, next)
            // More than a year has the same meaning as a year, and adding up dates far apart would overflow.
            if isPaid { served += min(max(0, (until - purchase.begunAt).milliseconds), Self.year.milliseconds) }
            end = max(end ?? until, until)
        }
        return served >= Self.year.milliseconds
    }
}

import Ledger

extension ReceiptSchedule {
    /// When to ask about each subscription among some purchases, of which these renewals are known.
    static func schedules(
        of snapshots: [TransactionSnapshot],
        renewals: [RenewalSnapshot] = [],
        in environment: StoreEnvironment
    ) -> [OriginalTransactionID: Self] {
        var last: [OriginalTransactionID: TransactionSnapshot] = [:]
        for snapshot in snapshots where snapshot.kind == .autoRenewable {
            let known = last[snapshot.originalTransactionID]
            guard known.map({ Self.end(of: $0) < Self.end(of: snapshot) }) ?? true else { continue }
            last[snapshot.originalTransactionID] = snapshot
        }
        let words = Dictionary(renewals.map { ($0.originalTransactionID, $0) }) { first, _ in first }
        return Dictionary(
            uniqueKeysWithValues: last.map { chain, snapshot in
                let word = words[chain]
                let isCharged = word.map { $0.isInBillingRetry || $0.autoRenew != false } ?? true
                let schedule = Self(
                    begunAt: snapshot.purchaseAt,
                    endsAt: Self.end(of: snapshot),
                    isOver: snapshot.revocation != nil || !isCharged,
                    environment: environment
                )
                return (chain, schedule)
            }
        )
    }

    private static func end(of snapshot: TransactionSnapshot) -> Instant { snapshot.expiresAt ?? snapshot.purchaseAt }
}

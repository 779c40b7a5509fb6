extension TransactionRecord {
    /// A refund that Apple reversed.
    struct UndoneRefund: Hashable {
        /// The refund.
        let refund: Revocation
        /// When Apple signed the reversal.
        let reversedAt: Instant
    }

    /// The refunds that reversals undid, as whole snapshots of one purchase state them, in the order of time.
    ///
    /// A reversal undoes the last refund that was decided before it and after the reversal before. Of several snapshots of
    /// one refund the newest counts. Databases that were written by versions before 37 kept no snapshot of a refund that was
    /// reversed.
    static func undoneRefunds(among snapshots: [TransactionSnapshot]) -> [UndoneRefund] {
        let reversals = Set(snapshots.lazy.filter(\.isReversal).map(\.signedAt)).sorted()
        guard !reversals.isEmpty else { return [] }
        var undone: [Instant: Revocation] = [:]
        for snapshot in snapshots.sorted(by: Self.precedes) where !snapshot.isPartial {
            guard let refund = snapshot.revocation, let at = reversals.first(where: { $0 > refund.revokedAt })
            else { continue }
            if let last = undone[at], last.revokedAt > refund.revokedAt { continue }
            undone[at] = refund
        }
        return reversals.compactMap { at in undone[at].map { UndoneRefund(refund: $0, reversedAt: at) } }
    }
}

extension TransactionRecord {
    /// A refund that Apple reversed.
    struct UndoneRefund: Hashable {
        /// The refund.
        let refund: Revocation
        /// When Apple signed the reversal.
        let reversedAt: Instant
    }

    /// The last refund that the newest reversal undid, as whole snapshots of one purchase state it; `nil` without any.
    ///
    /// Of several snapshots of one refund the newest counts. Databases that were written by versions before 37 kept no
    /// snapshot of a refund that was reversed.
    static func undoneRefund(among snapshots: [TransactionSnapshot]) -> UndoneRefund? {
        guard let reversedAt = snapshots.lazy.filter(\.isReversal).map(\.signedAt).max() else { return nil }
        let refund = snapshots.sorted(by: Self.precedes).reduce(nil) { last, snapshot -> Revocation? in
            guard !snapshot.isPartial, let revocation = snapshot.revocation, revocation.revokedAt < reversedAt
            else { return last }
            if let last, last.revokedAt > revocation.revokedAt { return last }
            return revocation
        }
        return refund.map { UndoneRefund(refund: $0, reversedAt: reversedAt) }
    }
}

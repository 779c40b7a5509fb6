/// All that is worth keeping of the snapshots of one transaction, and which of them speaks.
///
/// The newest signed date speaks, with two exceptions. A reversal (REFUND_REVERSED) clears every revocation decided
/// before the reversal was signed, however late the snapshot that states the revocation was signed. Otherwise a
/// revocation stands until an unrevoked snapshot signed at least `staleness` later clears it, because an answer of
/// Apple's servers can lag behind a refund. Equal dates are decided by the digest of the payload.
///
/// A receipt's row leaves most fields out, so whole snapshots speak before it, however old they are; it speaks where
/// there is none. That it states a revocation counts by its date like any other; that it states none clears nothing,
/// because a refunded consumable bears no date in a receipt.
///
/// A record keeps only the snapshots that could still matter and drops the rest, so it stays small however often the
/// same transaction is signed again: beside a few others, one for each date of a revocation. Dropping is safe: what
/// speaks depends on the set of snapshots ever merged, not on their order or number. `TransactionRecordTests` holds
/// that over generated sets.
package struct TransactionRecord: Hashable, Sendable {
    /// How much later than a revocation an unrevoked snapshot must be signed to clear it.
    package static let staleness = Span.minutes(15)

    /// How many dates of reversals are kept beside the newest, the earliest; Apple signs a reversal again whenever it
    /// is asked.
    private static let reversalLimit = 8

    /// The snapshots that could still matter, by ascending signed date and digest; never empty.
    package private(set) var snapshots: [TransactionSnapshot]

    /// A record of one snapshot.
    package init(_ snapshot: TransactionSnapshot) {
        self.snapshots = [snapshot]
    }

    /// A record of these snapshots, or `nil` when there are none or they are not all of one transaction.
    package init?(_ snapshots: [TransactionSnapshot]) {
        guard let first = snapshots.first, snapshots.allSatisfy({ $0.transactionID == first.transactionID }) else {
            return nil
        }
        self.snapshots = Self.worthKeeping(snapshots)
    }

    /// Apple's id of the transaction.
    package var transactionID: TransactionID { self.snapshots[0].transactionID }

    /// Takes in one more snapshot and says whether the record is another one now.
    package mutating func merge(_ snapshot: TransactionSnapshot) -> Bool {
        guard snapshot.transactionID == self.transactionID, !self.snapshots.contains(snapshot) else { return false }
        let merged = Self.worthKeeping(self.snapshots + [snapshot])
        defer { self.snapshots = merged }
        return merged != self.snapshots
    }

    /// Returns whether a snapshot states this revocation already: a receipt has whole seconds, so those are compared.
    package func states(_ revocation: Revocation) -> Bool {
        self.snapshots.contains { snapshot in
            snapshot.revocation.map { $0.revokedAt.milliseconds / 1000 == revocation.revokedAt.milliseconds / 1000 }
                ?? false
        }
    }

    /// The state that counts: the snapshot that speaks, without a revocation that a reversal has cleared.
    package var current: TransactionSnapshot {
        Self.current(among: self.snapshots)
    }

    /// The token of the earliest-signed snapshot that has one: a token that Apple changed later moves nothing by
    /// itself.
    package var accountToken: AccountToken? {
        self.snapshots.first { $0.accountToken != nil }?.accountToken
    }

    /// When the newest of these snapshots was signed, whichever speaks; a whole one if there is any.
    package var newestSignedAt: Instant { Self.newest(of: self.snapshots).signedAt }

    /// The newest whole one of snapshots in ascending order, or the newest of all where none is whole.
    static func newest(of ordered: [TransactionSnapshot]) -> TransactionSnapshot {
        guard let newest = ordered.last(where: { !$0.isPartial }) ?? ordered.last else {
            preconditionFailure("Something must be known of a transaction.")
        }
        return newest
    }

    /// The state that counts among snapshots in ascending order, which may be those of several restore twins.
    static func current(among ordered: [TransactionSnapshot]) -> TransactionSnapshot {
        let reversedAt = Self.reversedAt(ordered)
        let newest = Self.newest(of: ordered)
        guard let revoked = ordered.last(where: { Self.isRevoked($0, reversedAt: reversedAt) }) else {
            var speaking = newest
            speaking.revocation = nil
            return speaking
        }
        if let unrevoked = ordered.last(where: { !$0.isPartial && !Self.isRevoked($0, reversedAt: reversedAt) }),
            unrevoked.signedAt >= revoked.signedAt + Self.staleness
        {
            var speaking = unrevoked
            speaking.revocation = nil
            return speaking
        }
        guard revoked.isPartial, !newest.isPartial else { return revoked }
        // A receipt has whole seconds, and neither type nor share: who says the same refund in full says it.
        let inFull = ordered.last { snapshot in
            guard !snapshot.isPartial, let stated = snapshot.revocation, let known = revoked.revocation else {
                return false
            }
            return stated.revokedAt.milliseconds / 1000 == known.revokedAt.milliseconds / 1000
                && Self.isRevoked(snapshot, reversedAt: reversedAt)
        }
        if let inFull { return inFull }
        var speaking = newest
        speaking.revocation = revoked.revocation
        return speaking
    }

    /// The fixed order of snapshots: by signed date, then digest.
    static func precedes(_ left: TransactionSnapshot, _ right: TransactionSnapshot) -> Bool {
        if left.signedAt != right.signedAt { return left.signedAt < right.signedAt }
        if left.digest != right.digest { return left.digest < right.digest }
        return !left.isReversal && right.isReversal
    }

    private static func reversedAt(_ snapshots: [TransactionSnapshot]) -> Instant? {
        snapshots.lazy.filter(\.isReversal).map(\.signedAt).max()
    }

    private static func isRevoked(_ snapshot: TransactionSnapshot, reversedAt: Instant?) -> Bool {
        guard let revocation = snapshot.revocation else { return false }
        guard let reversedAt else { return true }
        return revocation.revokedAt >= reversedAt
    }

    /// The snapshots of a set that could still decide something, now or once more snapshots arrive.
    ///
    /// These are the newest of all, the newest reversal and those of the earliest dates, the earliest with a token, of
    /// the whole ones the newest for each date of revocation, and of receipts' rows each that states a phase
    /// revocation decided later than all that newer rows state. Nothing else can ever speak: an unrevoked snapshot
    /// speaks only as the newest of all, and a revocation only when no newer one stands, which a future reversal brings
    /// about by the dates of decision alone. The newest of all is a whole one if there is any, and revocations are kept
    /// for whole ones and for receipts' rows apart, because the latter never clear. A reversed revocation speaks no
    /// more and is kept all the same, because the money was paid back on its date; so are the earliest reversals, whose
    /// dates say when it was paid again. Because reversals only accumulate, what is dropped from a part of a set is
    /// also dropped from the whole, so that the result is the same in whatever order the set was put together.
    private static func worthKeeping(_ snapshots: [TransactionSnapshot]) -> [TransactionSnapshot] {
        let ordered = Array(Set(snapshots)).sorted(by: Self.precedes)
        let reversedAt = Self.reversedAt(ordered)
        var kept: Set<Int> = [ordered.lastIndex { !$0.isPartial } ?? ordered.count - 1]
        var reversals: [Instant: Int] = [:]
        for index in ordered.indices where ordered[index].isReversal { reversals[ordered[index].signedAt] = index }
        let dates = reversals.keys.sorted()
        kept.formUnion((dates.prefix(Self.reversalLimit) + dates.suffix(1)).compactMap { reversals[$0] })
        if let firstToken = ordered.firstIndex(where: { $0.accountToken != nil }) { kept.insert(firstToken) }
        var refunds: Set<Instant> = []
        var latestOfRows: Instant?
        for index in ordered.indices.reversed() {
            guard let revocation = ordered[index].revocation else { continue }
            if !ordered[index].isPartial {
                if refunds.insert(revocation.revokedAt).inserted { kept.insert(index) }
                continue
            }
            guard Self.isRevoked(ordered[index], reversedAt: reversedAt) else { continue }
            if let latestOfRows, revocation.revokedAt <= latestOfRows { continue }
            latestOfRows = revocation.revokedAt
            kept.insert(index)
        }
        return kept.sorted().map { ordered[$0] }
    }
}

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
    /// A reversal undoes the last refund that was decided before it and after the reversal before. Of several snapshots
    /// of one refund the newest counts. Databases that were written by versions before 37 kept no snapshot of a refund
    /// that was reversed.
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

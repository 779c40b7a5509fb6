/// The relevant snapshots of one transaction, and the one that applies.
///
/// The snapshot with the newest signed date applies, with two exceptions. A reversal (REFUND_REVERSED) clears every
/// revocation decided before the reversal was signed, however late the snapshot that states the revocation was signed.
/// Otherwise a revocation remains in force until an unrevoked snapshot signed at least `staleness` later clears it,
/// because an answer of Apple's servers can lag behind a refund. Equal dates are ordered by the digest of the payload.
///
/// A receipt's row lacks most fields, so complete snapshots take precedence, however old they are; the row applies
/// where there are none. A revocation in a row counts by its date like any other; a row without a revocation clears
/// nothing, because a refunded consumable has no date in a receipt.
///
/// A record stores only the snapshots that can still affect the result and drops the rest, so it remains small however
/// often the same transaction is signed again: besides a few others, one for each date of a revocation. Dropping is
/// safe: the result depends on the set of all merged snapshots, not on their order or number. `TransactionRecordTests`
/// checks that over generated sets.
package struct TransactionRecord: Sendable {
    /// The minimum time after a revocation at which an unrevoked snapshot must be signed to clear it.
    package static let staleness = Span.minutes(15)

    /// The maximum number of dates of reversals that are stored besides the newest, the earliest ones; Apple signs a
    /// reversal again in each answer.
    private static let reversalLimit = 8

    /// The snapshots that can still affect the result, by ascending signed date and digest; never empty.
    package private(set) var snapshots: [TransactionSnapshot] {
        didSet { self.current = Self.current(among: self.snapshots) }
    }

    /// The state that counts: the snapshot that applies, without a revocation that a reversal has cleared.
    package private(set) var current: TransactionSnapshot

    /// Creates a record of one snapshot.
    package init(_ snapshot: TransactionSnapshot) {
        self.snapshots = [snapshot]
        self.current = Self.current(among: [snapshot])
    }

    /// Creates a record of these snapshots; `nil` when there are none or they are not all of one transaction.
    package init?(_ snapshots: [TransactionSnapshot]) {
        guard let first = snapshots.first, snapshots.allSatisfy({ $0.transactionID == first.transactionID }) else {
            return nil
        }
        self.snapshots = Self.worthKeeping(snapshots)
        self.current = Self.current(among: self.snapshots)
    }

    /// Apple's id of the transaction.
    package var transactionID: TransactionID { self.snapshots[0].transactionID }

    /// Merges one more snapshot and returns whether the record changed.
    package mutating func merge(_ snapshot: TransactionSnapshot) -> Bool {
        guard snapshot.transactionID == self.transactionID, !self.snapshots.contains(snapshot) else { return false }
        let merged = Self.worthKeeping(self.snapshots + [snapshot])
        guard merged != self.snapshots else { return false }
        self.snapshots = merged
        return true
    }

    /// Returns whether a snapshot states this revocation already; the comparison uses whole seconds, as receipts have
    /// no others.
    package func states(_ revocation: Revocation) -> Bool {
        self.snapshots.contains { snapshot in
            snapshot.revocation.map { $0.revokedAt.milliseconds / 1000 == revocation.revokedAt.milliseconds / 1000 }
                ?? false
        }
    }

    /// The token of the earliest-signed snapshot that has one: a later change of the token at Apple has no effect by
    /// itself.
    package var accountToken: AccountToken? {
        self.snapshots.first { $0.accountToken != nil }?.accountToken
    }

    /// The signed date of the newest snapshot, whether or not it applies; of a complete one if there is any.
    package var newestSignedAt: Instant { Self.newest(of: self.snapshots).signedAt }

    /// Returns the newest complete one of snapshots in ascending order, or the newest of all where none is complete.
    static func newest(of ordered: [TransactionSnapshot]) -> TransactionSnapshot {
        guard let newest = ordered.last(where: { !$0.isPartial }) ?? ordered.last else {
            preconditionFailure("A transaction record has at least one snapshot.")
        }
        return newest
    }

    /// Returns the state that counts among snapshots in ascending order, which may be those of several restored copies.
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
        // A receipt has whole seconds, and neither type nor share, so a complete snapshot of the same refund is used.
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

    /// Orders snapshots by signed date, then digest.
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

    /// Returns the snapshots of a set that can still affect the result, now or after more snapshots arrive.
    ///
    /// These are the newest of all, the newest reversal and those of the earliest dates, the earliest with a token, of
    /// the complete ones the newest for each date of revocation, and of receipts' rows each that states a current
    /// revocation decided later than all that newer rows state. No other snapshot can ever apply: an unrevoked snapshot
    /// applies only as the newest of all, and a revocation only when no newer one is in force, which a future reversal
    /// brings about by the dates of decision alone. The newest of all is a complete one if there is any, and
    /// revocations are stored separately for complete ones and for receipts' rows, because the latter never clear. A
    /// reversed revocation does not apply any more and is stored all the same, because the money was paid back on its
    /// date; so are the earliest reversals, whose dates state when it was paid again. Because reversals only
    /// accumulate, a snapshot that is dropped from a part of a set is also dropped from the whole, so the order in
    /// which the set is put together does not matter.
    private static func worthKeeping(_ snapshots: [TransactionSnapshot]) -> [TransactionSnapshot] {
        let ordered = Array(Set(snapshots)).sorted(by: Self.precedes)
        let reversedAt = Self.reversedAt(ordered)
        var kept: Set<Int> = [ordered.lastIndex { !$0.isPartial } ?? ordered.count - 1]
        var reversals: [Instant: Int] = [:]
        for index in ordered.indices where ordered[index].isReversal { reversals[ordered[index].signedAt] = index }
        let dates = reversals.keys.sorted()
        kept.formUnion((dates.prefix(Self.reversalLimit) + dates.suffix(1)).compactMap { reversals[$0] })
        if let firstToken = ordered.firstIndex(where: { $0.accountToken != nil }) { kept.insert(firstToken) }
        var seats: Set<Int> = []
        for index in ordered.indices {
            // A seat refund has no date of its own: it counts from its first statement on.
            guard let count = ordered[index].seats?.revokedCount, count > 0 else { continue }
            if seats.insert(count).inserted { kept.insert(index) }
        }
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

extension TransactionRecord: Hashable {
    /// Returns whether both have the same snapshots.
    package static func == (left: Self, right: Self) -> Bool { left.snapshots == right.snapshots }

    /// Hashes the snapshots, from which everything else follows.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.snapshots) }
}

extension TransactionRecord {
    /// A refund that Apple reversed.
    struct UndoneRefund: Hashable {
        /// The refund.
        let refund: Revocation
        /// The instant at which Apple signed the reversal.
        let reversedAt: Instant
    }

    /// Returns the refunds that reversals undid, from complete snapshots of one purchase, in the order of time.
    ///
    /// A reversal undoes the last refund that was decided before it and after the reversal before. Of several snapshots
    /// of one refund the newest counts. Databases written by versions before 37 contain no snapshot of a reversed
    /// refund.
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

extension TransactionRecord {
    /// A refund of some seats of a transaction.
    struct SeatRefund: Hashable {
        /// The number of seats that were refunded.
        let count: Int
        /// The instant at which Apple first signed it.
        let statedAt: Instant
    }

    /// Returns the refunds of seats that are in force, from the snapshots of one purchase, in the order of time.
    ///
    /// Apple states the number of all seats refunded so far, so a refund is the step to a higher number. Where Apple
    /// states fewer again, the date of the reversal is unknown, and the seats beyond count as never refunded.
    static func seatRefunds(among snapshots: [TransactionSnapshot], of current: TransactionSnapshot) -> [SeatRefund] {
        let total = min(current.seats?.revokedCount ?? 0, current.quantity)
        guard total > 0 else { return [] }
        var refunds: [SeatRefund] = []
        var known = 0
        for snapshot in snapshots.sorted(by: Self.precedes) {
            let count = min(snapshot.seats?.revokedCount ?? 0, total)
            guard count > known else { continue }
            refunds.append(SeatRefund(count: count - known, statedAt: snapshot.signedAt))
            known = count
        }
        return refunds
    }
}

/// All that is worth keeping of the snapshots of one transaction, and which of them speaks.
///
/// The newest signed date speaks, with two exceptions. A reversal (REFUND_REVERSED) clears every revocation decided
/// before the reversal was signed, however late the snapshot that states the revocation was signed. Otherwise a
/// revocation stands until an unrevoked snapshot signed at least `staleness` later clears it, because an answer of
/// Apple's servers can lag behind a refund. Equal dates are decided by the digest of the payload.
///
/// A record keeps only the snapshots that could still matter and drops the rest, so it stays small however often the
/// same transaction is signed again. Dropping is safe: what speaks depends on the set of snapshots ever merged, not on
/// their order or number. `TransactionRecordTests` holds that over generated sets.
package struct TransactionRecord: Hashable, Sendable {
    /// How much later than a revocation an unrevoked snapshot must be signed to clear it.
    package static let staleness = Span.minutes(15)

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

    /// The state that counts: the snapshot that speaks, without a revocation that a reversal has cleared.
    package var current: TransactionSnapshot {
        Self.current(among: self.snapshots)
    }

    /// The token of the earliest-signed snapshot that has one: a token that Apple changed later moves nothing by itself.
    package var accountToken: AccountToken? {
        self.snapshots.first { $0.accountToken != nil }?.accountToken
    }

    /// When the newest of these snapshots was signed, whichever speaks.
    package var newestSignedAt: Instant {
        self.snapshots[self.snapshots.count - 1].signedAt
    }

    /// The state that counts among snapshots in ascending order, which may be those of several restore twins.
    static func current(among ordered: [TransactionSnapshot]) -> TransactionSnapshot {
        let reversedAt = Self.reversedAt(ordered)
        let revoked = ordered.last { Self.isRevoked($0, reversedAt: reversedAt) }
        let unrevoked = ordered.last { !Self.isRevoked($0, reversedAt: reversedAt) }
        var speaking: TransactionSnapshot
        switch (revoked, unrevoked) {
        case (let revoked?, let unrevoked?):
            speaking = unrevoked.signedAt >= revoked.signedAt + Self.staleness ? unrevoked : revoked
        case (let only?, nil), (nil, let only?):
            speaking = only
        case (nil, nil):
            preconditionFailure("Something must be known of a transaction.")
        }
        if !Self.isRevoked(speaking, reversedAt: reversedAt) { speaking.revocation = nil }
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
    /// These are the newest of all, the newest reversal, the earliest with a token, and each that states a standing
    /// revocation decided later than all that newer snapshots state. Nothing else can ever speak: an unrevoked snapshot
    /// speaks only as the newest of all, and a revocation only when no newer one stands, which a future reversal brings
    /// about by the dates of decision alone. Because reversals only accumulate, what is dropped from a part of a set is
    /// also dropped from the whole, so that the result is the same in whatever order the set was put together.
    private static func worthKeeping(_ snapshots: [TransactionSnapshot]) -> [TransactionSnapshot] {
        let ordered = Array(Set(snapshots)).sorted(by: Self.precedes)
        let reversedAt = Self.reversedAt(ordered)
        var kept: Set<Int> = [ordered.count - 1]
        if let newestReversal = ordered.lastIndex(where: \.isReversal) { kept.insert(newestReversal) }
        if let firstToken = ordered.firstIndex(where: { $0.accountToken != nil }) { kept.insert(firstToken) }
        var latestDecision: Instant?
        for index in ordered.indices.reversed() {
            guard let revocation = ordered[index].revocation, Self.isRevoked(ordered[index], reversedAt: reversedAt)
            else { continue }
            if let latest = latestDecision, revocation.revokedAt <= latest { continue }
            latestDecision = revocation.revokedAt
            kept.insert(index)
        }
        return kept.sorted().map { ordered[$0] }
    }
}

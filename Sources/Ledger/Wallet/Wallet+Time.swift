/// The effects of time on a wallet.
extension Wallet {
    /// Releases holds that have ended and expires coins, each at its own instant, and returns the movements.
    ///
    /// A lot expires at its instant and never again: coins that return to it afterwards, because a refund was reversed,
    /// do not expire. Otherwise the result would depend on the order in which refunds and reversals arrived.
    ///
    /// It reads the lots with remaining coins that expire from `dueAt` on until now, the holds that end by now with the
    /// lots of their purchases, and the next of each to compute the next `dueAt`.
    package mutating func advance(to now: Instant) -> [Movement] {
        guard let dueAt = self.dueAt, dueAt <= now else { return [] }
        var movements: [Movement] = []
        let over = self.purchases.compactMap { purchase in
            purchase.hold.flatMap { $0.until <= now ? (key: purchase.key, hold: $0) : nil }
        }
        for (key, hold) in over.sorted(by: { ($0.hold.until, $0.key.spelling) < ($1.hold.until, $1.key.spelling) }) {
            var draft = Draft(
                kind: .released,
                quantity: 0,
                cause: .expiry,
                key: "\(key.spelling)/held/\(hold.from.milliseconds)",
                reason: "held for long enough",
                at: hold.until
            )
            draft.purchase = key
            if let movement = self.releaseHold(key, draft) { movements.append(movement) }
        }
        let expiring = self.lots.filter { lot in lot.left > 0 && lot.expiresAt.map { dueAt <= $0 && $0 <= now } ?? false
        }
        for lot in expiring.sorted(by: { ($0.expiresAt ?? now, $0.number) < ($1.expiresAt ?? now, $1.number) }) {
            self.change(lot.number) { $0.removed += $0.left }
            var draft = Draft(
                kind: .expired,
                quantity: lot.left,
                cause: .expiry,
                key: "lot/\(lot.number)/\(self.movementCount)",
                reason: "expired",
                at: lot.expiresAt ?? now
            )
            draft.purchase = lot.purchase
            if let movement = self.book(draft, of: lot, outside: .expired) { movements.append(movement) }
        }
        self.dueAt = nil
        self.expectExpiry(after: now)
        for purchase in self.purchases { self.expect(purchase.hold?.until) }
        return movements
    }

    /// Records the next expiry after an instant.
    mutating func expectExpiry(after now: Instant) {
        for lot in self.lots where lot.left > 0 { if let at = lot.expiresAt, at > now { self.expect(at) } }
    }

    /// Releases the hold of a purchase, so that its coins can be spent again.
    mutating func releaseHold(_ key: PurchaseKey, _ draft: Draft) -> Movement? {
        let before = self.lots
        var draft = draft
        for lot in self.lots(of: key) where lot.isHeld {
            draft.quantity += lot.left
            self.change(lot.number) { $0.isHeld = false }
        }
        self.change(key) { $0.hold = nil }
        return self.book(draft, since: before, outside: .adjustments)
    }
}

/// The consecutive periods of non-renewing subscriptions that give one entitlement.
///
/// Each period begins at its purchase or at the end of the period before, whichever is later. A refunded purchase has
/// no slot, and the purchases behind it move up.
struct NonRenewingQueue {
    /// The period of one purchase.
    struct Slot {
        /// The purchase.
        let purchase: HeldPurchase
        /// The instant at which the period begins.
        let beginsAt: Instant
        /// The instant at which it ends; `nil` when the catalog gives it no end.
        let endsAt: Instant?

        /// Returns whether the period runs at an instant.
        func contains(_ now: Instant) -> Bool {
            guard self.beginsAt <= now else { return false }
            return self.endsAt.map { now < $0 } ?? true
        }
    }

    /// The slots, in order.
    let slots: [Slot]

    /// Creates a queue of these purchases; the catalog states how long their products last.
    init(_ purchases: [HeldPurchase], catalog: Catalog) {
        let calendar = CivilCalendar(timeZone: catalog.timeZone)
        var slots: [Slot] = []
        for purchase in purchases.sorted(by: Self.precedes) where !purchase.isRevoked {
            var beginsAt = purchase.begunAt
            if let last = slots.last {
                // No period begins after one without an end.
                guard let lastEndsAt = last.endsAt else { break }
                beginsAt = max(beginsAt, lastEndsAt)
            }
            let lasts = catalog.products[purchase.productID]?.lasts
            let endsAt = lasts.map { calendar.end(of: $0, from: beginsAt) }
            slots.append(Slot(purchase: purchase, beginsAt: beginsAt, endsAt: endsAt))
        }
        self.slots = slots
    }

    /// Returns the uninterrupted run of slots that contains an instant.
    func stretch(containing now: Instant) -> [Slot] {
        guard let running = self.slots.firstIndex(where: { $0.contains(now) }) else { return [] }
        var first = running
        while first > 0, self.slots[first - 1].endsAt == self.slots[first].beginsAt { first -= 1 }
        var last = running
        while last + 1 < self.slots.count, self.slots[last].endsAt == self.slots[last + 1].beginsAt { last += 1 }
        return Array(self.slots[first...last])
    }

    /// Returns whether the left purchase comes first: by purchase date, then ID.
    ///
    /// The signed date does not count, because a later signature must not reorder a queue.
    private static func precedes(_ left: HeldPurchase, _ right: HeldPurchase) -> Bool {
        if left.begunAt != right.begunAt { return left.begunAt < right.begunAt }
        return left.transactionIDs[0] < right.transactionIDs[0]
    }
}

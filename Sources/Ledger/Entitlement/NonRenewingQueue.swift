/// The periods of non-renewing subscriptions that give one entitlement, one after the other.
///
/// Each begins when it was bought or when the one before ends, whichever is later. A refunded purchase has no place,
/// and those behind it move up.
struct NonRenewingQueue {
    /// One purchase's place.
    struct Slot {
        /// What was bought.
        let purchase: HeldPurchase
        /// When its period begins.
        let beginsAt: Instant
        /// When it ends; `nil` when the catalog gives it no end.
        let endsAt: Instant?

        /// Whether the period runs at an instant.
        func contains(_ now: Instant) -> Bool {
            guard self.beginsAt <= now else { return false }
            return self.endsAt.map { now < $0 } ?? true
        }
    }

    /// The places, in order.
    let slots: [Slot]

    /// A queue of these purchases, whose products last as the catalog says.
    init(_ purchases: [HeldPurchase], catalog: Catalog) {
        let calendar = CivilCalendar(timeZone: catalog.timeZone)
        var slots: [Slot] = []
        for purchase in purchases.sorted(by: Self.precedes) where !purchase.isRevoked {
            var beginsAt = purchase.begunAt
            if let last = slots.last {
                // Behind a period without end nothing ever begins.
                guard let lastEndsAt = last.endsAt else { break }
                beginsAt = max(beginsAt, lastEndsAt)
            }
            let lasts = catalog.products[purchase.productID]?.lasts
            let endsAt = lasts.map { calendar.end(of: $0, from: beginsAt) }
            slots.append(Slot(purchase: purchase, beginsAt: beginsAt, endsAt: endsAt))
        }
        self.slots = slots
    }

    /// The unbroken stretch of places that contains an instant.
    func stretch(containing now: Instant) -> [Slot] {
        guard let running = self.slots.firstIndex(where: { $0.contains(now) }) else { return [] }
        var first = running
        while first > 0, self.slots[first - 1].endsAt == self.slots[first].beginsAt { first -= 1 }
        var last = running
        while last + 1 < self.slots.count, self.slots[last].endsAt == self.slots[last + 1].beginsAt { last += 1 }
        return Array(self.slots[first...last])
    }

    /// By purchase date, then id; a later signature must not reorder a queue.
    private static func precedes(_ left: HeldPurchase, _ right: HeldPurchase) -> Bool {
        if left.begunAt != right.begunAt { return left.begunAt < right.begunAt }
        return left.transactionIDs[0] < right.transactionIDs[0]
    }
}

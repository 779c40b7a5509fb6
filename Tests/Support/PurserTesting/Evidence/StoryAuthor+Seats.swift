import Ledger

extension EvidenceStory {
    /// The same story with a multiseat subscription and its members.
    ///
    /// It draws from a generator of its own, so all other facts are the same as without it.
    package func withSeats() -> Self {
        var author = StoryAuthor(seed: self.seed ^ 0x0073_6561_7473, from: 500_000)
        author.writeGroup()
        var story = self
        story.facts += author.facts
        story.features.formUnion(author.features)
        story.instants += author.instants
        return story
    }
}

extension StoryAuthor {
    /// One period of a group: when it runs, and how Apple tells its transactions apart.
    private struct Term {
        let original: OriginalTransactionID
        let invitations: Seats.Invitations?
        let token: AccountToken?
        let begunAt: Instant
        let endsAt: Instant
        let item: WebOrderLineItemID
        /// Whether added seats have the line item of the first transaction, none, or their own.
        let additionItems: Items
    }

    /// How added seats name their line item.
    private enum Items: CaseIterable {
        case shared, absent, own
    }

    /// A group's life of one to four periods, with added, refunded and fewer seats, and its members.
    mutating func writeGroup() {
        self.features.insert(.seats)
        let original = OriginalTransactionID(self.nextID())
        let invitations = self.generator.pick([Seats.Invitations.developer, .apple, nil])
        let token = self.token()
        let additionItems = self.generator.pick(Items.allCases)
        // Which of two chains that change at one instant is published first is up to a repository, so nothing in a
        // group ends when another subscription does.
        var begunAt = Self.beginning + .hours(Int64(self.generator.number(below: 24 * 30))) + .minutes(7)
        var planned = 1 + self.generator.number(below: 9)
        for place in 0...self.generator.number(below: 4) {
            let term = Term(
                original: original,
                invitations: invitations,
                token: token,
                begunAt: begunAt,
                endsAt: begunAt + .days(30),
                item: WebOrderLineItemID(self.nextID()),
                additionItems: additionItems
            )
            let count = self.writeTerm(term, seats: planned, isFirst: place == 0)
            let next = 1 + self.generator.number(below: 9)
            if next < count { self.features.insert(.fewerSeats) }
            self.sayNext(next, after: term, at: term.endsAt - .days(Int64(1 + self.generator.number(below: 20))))
            self.instants += [
                begunAt + .hours(Int64(self.generator.number(below: 24 * 30))),
                term.endsAt + .hours(Int64(self.generator.number(below: 48)) - 24),
            ]
            planned = next
            begunAt = term.endsAt
        }
    }

    /// Writes the transactions of a period, and returns the number of seats that were bought for it.
    private mutating func writeTerm(_ term: Term, seats planned: Int, isFirst: Bool) -> Int {
        var first = self.purchase(of: planned, in: term, at: term.begunAt, item: term.item)
        first.reason = isFirst ? .purchase : .renewal
        self.say(first, at: term.begunAt)
        self.submit(first.transactionID, at: term.begunAt)
        if term.invitations == .apple || self.generator.happens(percent: 20) { self.writeMembers(of: first) }
        var bought = [first]
        var addedAt = term.begunAt
        while self.generator.happens(percent: 40) {
            addedAt = addedAt + .hours(Int64(1 + self.generator.number(below: 24 * 9)))
            guard addedAt < term.endsAt else { break }
            let item: WebOrderLineItemID? =
                switch term.additionItems {
                case .shared: term.item
                case .absent: nil
                case .own: WebOrderLineItemID(self.nextID())
                }
            var added = self.purchase(of: 1 + self.generator.number(below: 7), in: term, at: addedAt, item: item)
            added.reason = .purchase
            added.seats?.isAddition = true
            self.features.insert(item == term.item ? .sharedLineItem : .addedSeats)
            self.say(added, at: addedAt)
            bought.append(added)
            for index in bought.indices.dropLast() {
                bought[index].seats?.isAddition = true
                // Apple signs the others again, which may not arrive.
                if self.generator.happens(percent: 70) { self.say(bought[index], at: addedAt + .seconds(1)) }
            }
        }
        for snapshot in bought { self.writeSeatRefunds(of: snapshot, since: bought[bought.count - 1].purchaseAt) }
        return bought.reduce(0) { $0 + $1.quantity }
    }

    private mutating func purchase(
        of count: Int,
        in term: Term,
        at instant: Instant,
        item: WebOrderLineItemID?
    ) -> TransactionSnapshot {
        var tiers = [Seats.Tier(priceMilliunits: 9990, quantity: min(count, 5))]
        if count > 5 { tiers.insert(Seats.Tier(priceMilliunits: 7990, quantity: count - 5), at: 0) }
        let seats = Seats(invitations: term.invitations, tiers: tiers)
        return TransactionSnapshot(
            transactionID: TransactionID(self.nextID()),
            originalTransactionID: term.original,
            webOrderLineItemID: item,
            productID: EvidenceStory.pro,
            kind: .autoRenewable,
            purchaseAt: instant,
            expiresAt: term.endsAt,
            quantity: count,
            accountToken: term.token,
            price: seats.total(of: count).map { Money(amountMilliunits: $0, currency: "USD") },
            storefront: "USA",
            seats: seats,
            signedAt: instant,
            digest: .number(0)
        )
    }

    /// Perhaps some refunds of a transaction's seats, up to all of them, and a statement of fewer again.
    private mutating func writeSeatRefunds(of snapshot: TransactionSnapshot, since: Instant) {
        var refunded = snapshot
        var at = since
        var count = 0
        while self.generator.happens(percent: 30), count < snapshot.quantity {
            at = at + .hours(Int64(1 + self.generator.number(below: 24 * 7)))
            count = min(count + 1 + self.generator.number(below: 4), snapshot.quantity)
            refunded.seats?.revokedCount = count
            if count == snapshot.quantity {
                // With the last seat the transaction itself is revoked.
                self.features.insert(.refund)
                refunded.revocation = Revocation(
                    revokedAt: at,
                    reason: 0,
                    type: "REFUND_FULL",
                    percentageMilliunits: nil
                )
            } else {
                self.features.insert(.seatRefund)
            }
            self.say(refunded, at: at)
        }
        guard count > 1, refunded.revocation == nil, self.generator.happens(percent: 20) else { return }
        refunded.seats?.revokedCount = count - 1
        self.say(refunded, at: at + .days(1))
    }

    /// Members with transactions of their own, which repeat the purchaser's numbers; some are removed in the same
    /// second.
    private mutating func writeMembers(of first: TransactionSnapshot) {
        self.features.insert(.assignedMember)
        for place in 0...self.generator.number(below: 3) {
            var member = first
            let id = self.nextID()
            let joinedAt = first.purchaseAt + .hours(Int64(self.generator.number(below: 24 * 20)))
            member.transactionID = TransactionID(id)
            member.originalTransactionID = OriginalTransactionID(id)
            member.webOrderLineItemID = WebOrderLineItemID(self.nextID())
            member.ownership = .assigned
            member.expiresAt = first.expiresAt.map { $0 + .minutes(Int64(place + 1)) }
            member.accountToken = nil
            self.say(member, at: joinedAt)
            self.submit(member.transactionID, at: joinedAt)
            guard self.generator.happens(percent: 50) else { continue }
            let leftAt = joinedAt + .hours(self.generator.pick([0, 0, 1, 70]))
            member.revocation = Revocation(
                revokedAt: leftAt,
                reason: nil,
                type: "ASSIGNMENT_REVOKE",
                percentageMilliunits: nil
            )
            self.say(member, at: leftAt)
        }
    }

    private mutating func sayNext(_ count: Int, after term: Term, at instant: Instant) {
        let renewal = RenewalSnapshot(
            originalTransactionID: term.original,
            productID: EvidenceStory.pro,
            autoRenewProductID: EvidenceStory.pro,
            autoRenew: true,
            renewalAt: term.endsAt,
            seatCount: count,
            signedAt: instant,
            digest: .number(0)
        )
        self.say(renewal, at: instant)
    }
}

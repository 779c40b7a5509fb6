import AppStore

extension WorldState {
    // MARK: Prices

    /// Returns the seats of a transaction, with their prices; an offer's price is that of every seat.
    func seats(
        _ order: SeatOrder,
        of product: WorldProduct,
        at first: WorldPrice,
        offer: TransactionFacts.Offer?,
        in storefront: WorldStorefront
    ) -> SeatFacts {
        let range = order.existing + 1...order.existing + max(order.count, 1)
        let tiers =
            offer == nil ? product.seats?.tiers(of: range, first: first, in: storefront) : nil
        return SeatFacts(
            invitations: order.invitations,
            isOrganization: order.isOrganization,
            tiers: tiers ?? [SeatFacts.Tier(milliunits: first.milliunits, quantity: range.count)],
            addedTo: order.addedTo,
            hasAdditions: order.addedTo != nil
        )
    }

    /// Returns the seats of a period that a customer buys now: those of the request, or as many as before.
    func seats(of order: SubscriptionRequest, _ existing: Int?) -> SeatOrder? {
        guard let seats = self.product(order.product.product, of: order.product.app).seats else { return nil }
        let running = existing.flatMap { self.subscriptions[$0] }.flatMap { $0.renewal.isOver ? nil : $0 }
        guard let count = order.seats ?? running?.renewal.seats?.quantity else { return nil }
        return SeatOrder(
            count: min(count, seats.limit),
            invitations: running?.group?.invitations ?? (order.isOrganization ? .apple : seats.invitations),
            isOrganization: running?.group?.isOrganization ?? order.isOrganization
        )
    }

    /// Returns the seats of a subscription's next period in a product; `nil` where it renews without seats.
    func nextSeats(of subscription: SubscriptionFacts, _ product: WorldProduct) -> SeatOrder? {
        guard let seats = product.seats, let next = subscription.renewal.seats else { return nil }
        return SeatOrder(
            count: min(next.quantity, seats.limit),
            invitations: subscription.group?.invitations ?? seats.invitations,
            isOrganization: subscription.group?.isOrganization ?? false
        )
    }

    /// Adds the prices of the next period's seats to the renewal that is signed.
    ///
    /// A member's renewal has no seats, as it has no price.
    func settleSeats(of renewal: inout RenewalFacts, for subscription: SubscriptionFacts) {
        guard renewal.seats != nil else { return }
        let product = self.product(renewal.nextProduct, of: subscription.app)
        guard let order = self.nextSeats(of: subscription, product), let price = renewal.nextPrice else {
            renewal.seats = nil
            return
        }
        let storefront = self.customers[subscription.customer].storefront
        let tiers = self.seats(order, of: product, at: price, offer: renewal.nextOffer, in: storefront).tiers
        renewal.seats = RenewalSeats(quantity: order.count, tiers: tiers)
        renewal.nextPrice = WorldPrice(milliunits: SeatFacts.average(tiers), currency: price.currency)
    }

    // MARK: Payloads

    /// Adds seats to the payload of a transaction; only the purchaser's states what was added and refunded.
    func add(_ seats: SeatFacts, to payload: inout TransactionPayload, isPurchaser: Bool) {
        guard payload.inAppOwnershipType != .familyShared else { return }
        payload.price = SeatFacts.average(seats.tiers)
        payload.multiSeatInfo = .with {
            $0.invitationManagement = InvitationManagement(rawValue: seats.invitations.rawValue)
            $0.priceTiers = seats.tiers.map { MultiSeatPriceTier($0) }
            $0.revokedSeatQuantity = isPurchaser && seats.revokedCount > 0 ? Int32(seats.revokedCount) : nil
        }
        payload.additionalTransactionReason = isPurchaser && seats.hasAdditions ? .seatAddition : nil
    }

    /// Adds the next period's seats to the payload of a renewal.
    func add(_ seats: RenewalSeats, to payload: inout RenewalInfoPayload) {
        guard !seats.tiers.isEmpty else { return }
        payload.renewalQuantity = Int32(seats.quantity)
        payload.multiSeatInfo = .with { $0.renewalPriceTiers = seats.tiers.map { MultiSeatPriceTier($0) } }
    }

    // MARK: The period

    /// Returns the index of the first transaction of a transaction's period: its own, unless it added seats.
    func first(ofPeriod index: Int) -> Int { self.transactions[index].condition.seats?.addedTo ?? index }

    /// Returns the indices of all transactions of a transaction's period, in their order.
    func period(of index: Int) -> [Int] {
        let first = self.first(ofPeriod: index)
        guard self.transactions[first].condition.seats?.hasAdditions == true else { return [index] }
        return self.customers[self.transactions[first].customer].transactions.filter {
            self.first(ofPeriod: $0) == first && self.transactions[$0].source == nil
        }
    }

    /// Ends a period at an instant, with the seats that were added to it.
    mutating func end(periodOf index: Int, at instant: Int64) {
        for transaction in self.period(of: index) {
            self.transactions[transaction].condition.expiresAt = instant
            self.touch(transaction)
        }
    }

    /// Returns the index of another transaction of a period that is valid still; `nil` without one.
    func survivor(of index: Int) -> Int? {
        guard self.transactions[index].condition.seats?.hasAdditions == true else { return nil }
        return self.period(of: index).first {
            $0 != index && self.transactions[$0].condition.revocation == nil
                && !self.transactions[$0].condition.isUpgraded
        }
    }

    /// Returns the number of seats that a subscription has now; 0 unless it gives access.
    func seatCount(of index: Int) -> Int {
        let subscription = self.subscriptions[index]
        guard subscription.renewal.phase == .active || subscription.renewal.phase == .gracePeriod else { return 0 }
        var latest = subscription.latest
        if self.transactions[latest].purchasedAt > self.now {
            // The next period is charged already, but has not begun.
            let running = self.customers[subscription.customer].transactions.last {
                let facts = self.transactions[$0]
                return facts.subscription == index && facts.source == nil && facts.purchasedAt <= self.now
            }
            latest = running ?? latest
        }
        return self.period(of: latest).reduce(0) { sum, transaction in
            let facts = self.transactions[transaction]
            guard let seats = facts.condition.seats, facts.condition.revocation == nil,
                !facts.condition.isUpgraded
            else { return sum }
            return sum + facts.quantity - seats.revokedCount
        }
    }

    /// Records the seats of a subscription's new period; a period without seats ends the group.
    mutating func adoptSeats(of transaction: Int, for index: Int) {
        guard let seats = self.transactions[transaction].condition.seats else {
            guard self.subscriptions[index].renewal.seats != nil else { return }
            self.subscriptions[index].renewal.seats = nil
            if self.transactions[transaction].isRenewal {
                self.lapseMembers(of: index, besides: 0)
            } else {
                self.revokeMembers(of: index, besides: 0)
            }
            self.subscriptions[index].group?.claims = []
            return
        }
        self.subscriptions[index].renewal.seats = RenewalSeats(quantity: self.transactions[transaction].quantity)
        if self.subscriptions[index].group == nil {
            self.subscriptions[index].group = SeatGroup(
                number: self.mint.transactionNumber(),
                invitations: seats.invitations,
                isOrganization: seats.isOrganization
            )
        }
        self.subscriptions[index].group?.invitations = seats.invitations
        self.subscriptions[index].group?.isOrganization = seats.isOrganization
    }

    // MARK: Changes by the purchaser

    /// Adds seats to a running period, up to the number of the request: the store charges only the added ones, in a
    /// transaction that runs beside the others.
    mutating func addSeats(to index: Int, _ order: SubscriptionRequest) throws(WorldError) -> Int {
        let subscription = self.subscriptions[index]
        let product = self.product(of: subscription)
        let existing = self.seatCount(of: index)
        guard let group = subscription.group, subscription.renewal.seats != nil, let count = order.seats,
            count != existing
        else { throw .alreadySubscribed(product.id) }
        guard count > existing else { throw .seatReductionNotAllowed }
        if let offer = order.offers.first { throw .offerRefused(product.offers[offer].id ?? "") }
        let latest = self.transactions[subscription.latest]
        guard latest.purchasedAt <= self.now, !subscription.isCharged else { throw .renewedAhead }
        // A renewal that comes late leaves a gap, in which there is no period to add to.
        guard self.now < subscription.renewal.expiresAt else { throw .notSubscribed(product.id) }
        let first = self.first(ofPeriod: subscription.latest)
        let transaction = self.addPeriod(
            order.product,
            of: index,
            customer: subscription.customer,
            start: max(order.start, latest.purchasedAt),
            offer: nil,
            plan: nil,
            token: order.appAccountToken,
            isRenewal: false,
            keptPrice: subscription.preservedPrice,
            endsAt: latest.condition.expiresAt,
            seats: SeatOrder(
                count: count - existing,
                existing: existing,
                addedTo: first,
                invitations: group.invitations,
                isOrganization: group.isOrganization
            )
        )
        self.transactions[first].condition.seats?.hasAdditions = true
        for other in self.period(of: first) where other != transaction { self.touch(other) }
        self.subscriptions[index].renewal.seats = RenewalSeats(quantity: count)
        self.emit(.didChangeRenewalPref, .increaseQuantity, transaction: transaction, byCustomer: true)
        return transaction
    }

    /// Sets the number of seats of the next period, as the purchaser does in Manage Subscriptions: fewer than now, or
    /// more again, up to the number of now.
    mutating func changeSeats(of index: Int, to count: Int) throws(WorldError) {
        let subscription = self.subscriptions[index]
        guard let next = subscription.renewal.seats?.quantity else {
            throw .seatsNotSold(self.product(of: subscription).id)
        }
        guard (1...max(self.seatCount(of: index), 1)).contains(count), count != next else {
            throw .invalidValue(field: "seats", "\(count)")
        }
        guard !subscription.isCharged else { throw .renewedAhead }
        self.subscriptions[index].renewal.seats = RenewalSeats(quantity: count)
        let subtype: NotificationSubtype = count < next ? .decreaseQuantity : .increaseQuantity
        self.emit(.didChangeRenewalPref, subtype, transaction: subscription.latest, byCustomer: true)
    }

    /// Sets the seats of the next period where the purchaser chooses another product for it.
    mutating func chooseSeats(_ order: SubscriptionRequest, asNextOf index: Int) {
        if let seats = order.seats {
            self.subscriptions[index].renewal.seats = RenewalSeats(quantity: seats)
        } else if self.transactions[self.subscriptions[index].latest].condition.seats == nil {
            self.subscriptions[index].renewal.seats = nil
        }
    }
}

extension MultiSeatPriceTier {
    /// Creates Apple's form of a tier.
    fileprivate init(_ tier: SeatFacts.Tier) {
        self.init()
        self.price = tier.milliunits
        self.quantity = Int32(tier.quantity)
    }
}

extension WorldAction {
    /// Returns the seats that a purchase names; throws when the product does not sell as many.
    func seatsValue(of product: WorldProduct) throws(WorldError) -> Int? {
        guard [nil, "group", "organization"].contains(self.scope), self.scope == nil || self.seats != nil else {
            throw .invalidValue(field: "scope", self.scope ?? "")
        }
        guard let count = self.seats else { return nil }
        guard let seats = product.seats else { throw .seatsNotSold(product.id) }
        guard (1...seats.limit).contains(count) else { throw .invalidValue(field: "seats", "\(count)") }
        return count
    }
}

import AppStore

extension WorldState {
    /// Returns the other members of a customer's family, in the order in which they joined.
    func relatives(of customer: Int) -> [Int] {
        guard let family = self.customers[customer].family else { return [] }
        return (self.families[family] ?? []).filter { $0 != customer }
    }

    /// Adds a customer to a family: the members share their purchases with the customer, and the customer with them.
    mutating func joinFamily(_ name: String, _ customer: Int) throws(WorldError) {
        guard !name.isEmpty else { throw .invalidValue(field: "name", "") }
        if self.customers[customer].family != nil {
            try self.leaveFamily(customer)
        }
        self.customers[customer].family = name
        self.families[name, default: []].append(customer)
        self.note(.customer(self.customers[customer].customer), "joins the family \(name)")
        for relative in self.relatives(of: customer) {
            self.shareEverything(of: relative, with: customer)
            self.shareEverything(of: customer, with: relative)
        }
    }

    /// Removes a customer from the family: sharing ends in both directions.
    mutating func leaveFamily(_ customer: Int) throws(WorldError) {
        guard let name = self.customers[customer].family else { throw .noFamily }
        self.note(.customer(self.customers[customer].customer), "leaves the family \(name)")
        self.families[name]?.removeAll { $0 == customer }
        self.customers[customer].family = nil
        let received = self.customers[customer].transactions.filter {
            self.transactions[$0].ownership == .familyShared
        }
        self.revoke(received + self.shares(ofAllFrom: customer))
    }

    /// Turns a customer's sharing of purchases on or off.
    mutating func setSharing(_ isOn: Bool, of customer: Int) {
        guard self.customers[customer].sharesPurchases != isOn else { return }
        self.customers[customer].sharesPurchases = isOn
        let text = isOn ? "shares purchases with the family" : "stops sharing purchases with the family"
        self.note(.customer(self.customers[customer].customer), text)
        if isOn {
            for relative in self.relatives(of: customer) {
                self.shareEverything(of: customer, with: relative)
            }
        } else {
            self.revoke(self.shares(ofAllFrom: customer))
        }
    }

    /// Shares a purchase that does not renew with a family member.
    mutating func share(_ index: Int, with member: Int) {
        let isShared = self.customers[member].transactions.contains {
            self.transactions[$0].source == index && self.transactions[$0].condition.revocation == nil
        }
        guard !isShared else { return }
        let shared = self.addShare(of: index, with: member, subscription: nil, originalNumber: nil)
        self.emit(.oneTimeCharge, nil, transaction: shared)
    }

    /// Sends a subscription's notification to the family members who share it.
    mutating func notifyFamily(of index: Int, _ type: NotificationType, _ subtype: NotificationSubtype?) {
        let subscription = self.subscriptions[index]
        let relatives = self.relatives(of: subscription.customer)
        guard !relatives.isEmpty || !subscription.shares.isEmpty else { return }
        let isShared =
            self.product(of: subscription).isFamilyShareable
            && self.customers[subscription.customer].sharesPurchases
        guard isShared else {
            self.endSharing(subscription.shares)
            return
        }
        for relative in relatives {
            let share = subscription.shares.first { self.subscriptions[$0].customer == relative }
            if let share, self.isShared(share) {
                self.mirror(share, type, subtype)
            } else if subscription.renewal.phase == .active || subscription.renewal.phase == .gracePeriod {
                self.startShare(of: index, with: relative)
            }
        }
    }

    /// Shares a subscription again after the reversal of its refund.
    mutating func shareAgain(_ index: Int) {
        let subscription = self.subscriptions[index]
        guard subscription.renewal.phase == .active, self.product(of: subscription).isFamilyShareable,
            self.customers[subscription.customer].sharesPurchases
        else { return }
        for relative in self.relatives(of: subscription.customer) {
            let share = subscription.shares.first { self.subscriptions[$0].customer == relative }
            if share.map({ self.isShared($0) }) != true {
                self.startShare(of: index, with: relative)
            }
        }
    }

    /// Revokes the shares of a refunded transaction's period, of the family and the group.
    mutating func revokeShares(of index: Int) {
        self.revoke(self.period(of: index).flatMap { self.transactionShares[$0] ?? [] })
    }

    private func isShared(_ share: Int) -> Bool {
        self.transactions[self.subscriptions[share].latest].condition.revocation == nil
    }

    private mutating func shareEverything(of customer: Int, with member: Int) {
        guard self.customers[customer].sharesPurchases else { return }
        for transaction in self.customers[customer].transactions {
            let facts = self.transactions[transaction]
            let product = self.product(of: facts)
            guard facts.source == nil, facts.condition.revocation == nil, product.isFamilyShareable,
                product.kind == .nonConsumable
            else { continue }
            self.share(transaction, with: member)
        }
        for subscription in self.customers[customer].subscriptions {
            let facts = self.subscriptions[subscription]
            guard facts.source == nil, facts.renewal.phase == .active || facts.renewal.phase == .gracePeriod,
                self.product(of: facts).isFamilyShareable,
                facts.shares.first(where: { self.subscriptions[$0].customer == member }).map({ self.isShared($0) })
                    != true
            else { continue }
            self.startShare(of: subscription, with: member)
        }
    }

    /// Shares a subscription with a member of the family, or of the purchaser's group, for the first time or again.
    mutating func startShare(
        of index: Int,
        with member: Int,
        _ ownership: TransactionFacts.Ownership = .familyShared
    ) {
        let subscription = self.subscriptions[index]
        let shares = ownership == .assigned ? subscription.group?.members ?? [] : subscription.shares
        let existing = shares.first { self.subscriptions[$0].customer == member }
        let share = existing ?? self.subscriptions.count
        let transaction = self.addShare(
            of: subscription.latest,
            with: member,
            subscription: share,
            originalNumber: existing.map { self.subscriptions[$0].originalNumber },
            ownership
        )
        let facts = self.transactions[transaction]
        if existing == nil {
            self.subscriptions.append(
                SubscriptionFacts(
                    originalNumber: facts.originalNumber,
                    originallyPurchasedAt: facts.purchasedAt,
                    customer: member,
                    app: subscription.app,
                    source: index,
                    renewal: subscription.renewal,
                    storefront: facts.storefront,
                    latest: transaction,
                    anchoredAt: facts.purchasedAt
                )
            )
            if ownership == .assigned {
                self.subscriptions[index].group?.members.append(share)
            } else {
                self.subscriptions[index].shares.append(share)
            }
            self.customers[member].subscriptions.append(share)
        }
        self.adopt(share, latest: transaction)
        self.emit(.subscribed, existing == nil ? .initialBuy : .resubscribe, subscription: share)
    }

    /// Updates a share to the state of the subscription, and sends the notification.
    mutating func mirror(_ share: Int, _ type: NotificationType, _ subtype: NotificationSubtype?) {
        guard let source = self.subscriptions[share].source else { return }
        let latest = self.subscriptions[source].latest
        var transaction = self.subscriptions[share].latest
        let isSamePeriod =
            self.transactions[transaction].source.map {
                self.first(ofPeriod: $0) == self.first(ofPeriod: latest)
            } ?? false
        if isSamePeriod {
            self.transactions[transaction].condition.expiresAt = self.transactions[latest].condition.expiresAt
            self.touch(transaction)
        } else {
            transaction = self.addShare(
                of: latest,
                with: self.subscriptions[share].customer,
                subscription: share,
                originalNumber: self.subscriptions[share].originalNumber,
                self.transactions[transaction].ownership
            )
        }
        self.adopt(share, latest: transaction)
        let isStart = type == .subscribed
        guard isStart || self.apps[self.subscriptions[share].app].behavior.familyHearsEverything,
            Self.typesForFamilies.contains(type)
        else { return }
        self.emit(type, subtype, subscription: share)
    }

    private static let typesForFamilies: Set<NotificationType> = [
        .subscribed, .didRenew, .didFailToRenew, .gracePeriodExpired, .expired, .didChangeRenewalStatus,
        .didChangeRenewalPref, .offerRedeemed, .renewalExtended,
    ]

    private mutating func adopt(_ share: Int, latest: Int) {
        guard let source = self.subscriptions[share].source else { return }
        var renewal = self.subscriptions[source].renewal
        renewal.appAccountToken = nil
        renewal.priceIncrease = nil
        self.subscriptions[share].renewal = renewal
        self.subscriptions[share].latest = latest
    }

    private mutating func addShare(
        of index: Int,
        with member: Int,
        subscription: Int?,
        originalNumber: UInt64?,
        _ ownership: TransactionFacts.Ownership = .familyShared
    ) -> Int {
        let source = self.transactions[index]
        let number = self.mint.transactionNumber()
        let original = originalNumber ?? number
        let first = self.index(ofTransaction: original).map { self.transactions[$0].originallyPurchasedAt }
        let share = self.add(
            TransactionFacts(
                number: number,
                originalNumber: original,
                webOrderNumber: source.webOrderNumber == nil ? nil : self.mint.webOrderNumber(),
                customer: member,
                app: source.app,
                product: source.product,
                subscription: subscription,
                // Only a member of a group has the purchaser's seats.
                quantity: source.condition.seats == nil || ownership == .assigned ? source.quantity : 1,
                ownership: ownership,
                isRenewal: source.isRenewal,
                purchasedAt: source.purchasedAt,
                originallyPurchasedAt: first ?? source.purchasedAt,
                storefront: self.customers[member].storefront,
                price: ownership == .assigned
                    ? source.price : WorldPrice(milliunits: 0, currency: source.price.currency),
                offer: source.offer,
                source: index,
                condition: TransactionFacts.Condition(
                    expiresAt: source.condition.expiresAt,
                    commitment: source.condition.commitment,
                    seats: ownership == .assigned ? source.condition.seats : nil,
                    bundle: source.condition.bundle
                )
            )
        )
        self.transactionShares[index, default: []].append(share)
        return share
    }

    /// Returns the family members' transactions that share a customer's purchases.
    private func shares(ofAllFrom customer: Int) -> [Int] {
        self.customers[customer].transactions.flatMap { self.transactionShares[$0] ?? [] }.filter {
            self.transactions[$0].ownership == .familyShared
        }
    }

    /// Ends shares of subscriptions, and notifies their members.
    mutating func endSharing(_ shares: [Int]) {
        self.revoke(shares.flatMap(self.periods))
    }

    /// Returns the periods of a share.
    private func periods(of share: Int) -> [Int] {
        self.customers[self.subscriptions[share].customer].transactions.filter {
            self.transactions[$0].subscription == share
        }
    }

    /// Revokes those of these shares that still give access, and notifies each member.
    ///
    /// For a subscription these are the latest period and, when the latest was charged early, the one before it.
    private mutating func revoke(_ shares: [Int]) {
        for index in shares where self.transactions[index].condition.revocation == nil {
            if let subscription = self.transactions[index].subscription {
                let facts = self.subscriptions[subscription]
                let isLatest = facts.latest == index
                let isRunning = self.transactions[index].condition.expiresAt.map { self.now < $0 } ?? false
                guard facts.renewal.phase != .expired, isLatest || isRunning else { continue }
                if isLatest {
                    self.subscriptions[subscription].renewal.phase = .revoked
                    self.subscriptions[subscription].renewal.autoRenews = false
                    self.subscriptions[subscription].renewal.graceEndsAt = nil
                }
            }
            self.transactions[index].condition.revocation = Revocation(
                at: self.now,
                reason: .other,
                percentage: nil,
                cause: .endOfSharing
            )
            self.touch(index)
            self.emit(.revoke, nil, transaction: index)
        }
    }
}

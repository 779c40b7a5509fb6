import AppStore

extension WorldState {
    // MARK: The purchase

    /// Buys a bundle: every subscription that it includes starts, or continues as part of the bundle.
    ///
    /// The customer's own subscription to a part is revoked, and the part continues under a new original transaction id.
    mutating func buyBundle(
        _ action: WorldAction,
        _ index: ProductIndex,
        by customer: Int
    ) throws(WorldError) -> [Int] {
        let bundle = self.product(index.product, of: index.app)
        if let offer = action.offer { throw .offerRefused(offer) }
        let parts = try self.parts(of: index)
        let token = try action.tokenValue()
        let start = try self.startOfPurchase(action)
        let own = parts.map { part in
            self.product(part.product, of: part.app).group.flatMap { group in
                self.subscription(of: customer, app: part.app, group: group)
            }
        }
        for case let running? in own where !self.subscriptions[running].renewal.isOver {
            guard self.canJoinBundle(running) else { throw .alreadySubscribed(bundle.id) }
        }
        guard self.customers[customer].card != .declinesAll else { throw .paymentDeclined }
        let number = self.mint.transactionNumber()
        var bought: [Int] = []
        for (part, existing) in zip(parts, own) {
            let running = existing.flatMap { self.subscriptions[$0].renewal.isOver ? nil : $0 }
            let order = SubscriptionRequest(
                product: part,
                offers: [],
                plan: nil,
                appAccountToken: token,
                start: running == nil ? start : self.now,
                bundle: TransactionFacts.Bundle(
                    product: index.product,
                    number: number,
                    originalNumber: number,
                    previousOriginalNumber: running.map { self.subscriptions[$0].originalNumber }
                )
            )
            if let running {
                bought.append(self.join(order, running))
            } else {
                bought.append(self.start(order, existing, by: customer))
            }
        }
        return bought
    }

    /// Returns the subscriptions that a bundle includes.
    private func parts(of index: ProductIndex) throws(WorldError) -> [ProductIndex] {
        var parts: [ProductIndex] = []
        for id in self.product(index.product, of: index.app).bundled {
            parts.append(try self.product(id, in: self.apps[index.app].bundleId))
        }
        return parts
    }

    /// Returns whether a customer's own subscription can become part of a bundle now.
    private func canJoinBundle(_ index: Int) -> Bool {
        let facts = self.subscriptions[index]
        let renewal = facts.renewal
        return renewal.phase == .active && !facts.isCharged && renewal.bundle == nil && renewal.commerce == nil
            && renewal.commitment == nil && renewal.seats == nil
    }

    /// Ends a customer's own subscription, and begins its first period as part of a bundle.
    private mutating func join(_ order: SubscriptionRequest, _ index: Int) -> Int {
        let facts = self.subscriptions[index]
        for paid in self.runningTransactions(of: index) {
            self.credit(forRestOf: paid)
            self.transactions[paid].condition.revocation = Revocation(
                at: self.now,
                reason: .upgradedToBundle,
                percentage: nil,
                cause: .upgradeToBundle
            )
            self.touch(paid)
        }
        for share in facts.shares where !self.subscriptions[share].renewal.isOver { self.supersede(share) }
        self.schedule(nil, at: 0, for: index)
        self.subscriptions[index].renewal.phase = .revoked
        self.subscriptions[index].renewal.autoRenews = false
        self.subscriptions[index].preservedPrice = nil
        self.subscriptions[index].queuedOffers = []
        self.forgetPriceIncrease(of: index)
        self.emit(.revoke, nil, transaction: facts.latest, byCustomer: true)
        let transaction = self.addPeriod(
            order.product,
            of: index,
            customer: facts.customer,
            start: order.start,
            offer: nil,
            plan: nil,
            token: order.appAccountToken,
            isRenewal: false,
            bundle: order.bundle
        )
        self.subscriptions[index].originalNumber = self.transactions[transaction].number
        self.subscriptions[index].renewal.appAccountToken = order.appAccountToken
        self.subscriptions[index].renewal.autoRenews = true
        self.subscriptions[index].renewals = 0
        self.begin(transaction, of: index, anchoredAt: order.start, plan: nil)
        self.emit(.didChangeRenewalPref, .upgrade, subscription: index, byCustomer: true)
        return transaction
    }

    // MARK: The periods

    /// Returns the bundle of a subscription's next period; the parts of one period name the same transaction.
    mutating func nextBundle(of index: Int, from start: Int64) -> TransactionFacts.Bundle? {
        guard let bundle = self.subscriptions[index].renewal.bundle else { return nil }
        let sibling = self.bundled(with: index).first {
            $0 != index && self.transactions[self.subscriptions[$0].latest].purchasedAt == start
        }
        let known = sibling.flatMap { self.transactions[self.subscriptions[$0].latest].condition.bundle?.number }
        return TransactionFacts.Bundle(
            product: bundle.product,
            number: known ?? self.mint.transactionNumber(),
            originalNumber: bundle.originalNumber,
            previousOriginalNumber: bundle.previousOriginalNumber
        )
    }

    /// Returns the price of a part: its share of the bundle's price, by the prices of the parts alone.
    ///
    /// Shares are whole hundredths of the currency's unit, and the first part has the remainder.
    func price(
        ofPart index: Int,
        in bundle: TransactionFacts.Bundle,
        app: Int,
        _ storefront: WorldStorefront
    ) -> WorldPrice {
        let product = self.product(bundle.product, of: app)
        let whole = product.price(in: storefront)
        let parts = product.bundled.compactMap { id in self.catalogs[app].products.first { $0.id == id } }
        let prices = parts.map { $0.price(in: storefront).milliunits }
        let sum = prices.reduce(0, +)
        var shares = prices.map { price in
            sum == 0 ? 0 : sum.dividingFullWidth(whole.milliunits.multipliedFullWidth(by: price)).quotient / 10 * 10
        }
        guard let place = parts.firstIndex(where: { $0.id == self.product(index, of: app).id }) else { return whole }
        shares[0] += whole.milliunits - shares.reduce(0, +)
        return WorldPrice(milliunits: shares[place], currency: whole.currency)
    }

    /// Returns the running subscriptions that are parts of the same bundle as one of them, with that one.
    func bundled(with index: Int) -> [Int] {
        let facts = self.subscriptions[index]
        guard let bundle = facts.renewal.bundle else { return [index] }
        return self.customers[facts.customer].subscriptions.filter {
            let other = self.subscriptions[$0]
            return other.app == facts.app && other.source == nil && !other.renewal.isOver
                && other.renewal.bundle?.originalNumber == bundle.originalNumber
        }
    }

    /// Returns the running subscriptions on which an action on a product has an effect: all parts of a bundle, which the
    /// bundle or any part names, or the customer's own subscription.
    func runningSubscriptions(
        of customer: Int,
        _ productId: String,
        in bundleId: String?
    ) throws(WorldError) -> [Int] {
        let found = try self.product(productId, in: bundleId)
        let bundled = self.product(found.product, of: found.app).bundled
        guard let first = bundled.first else {
            return self.bundled(with: try self.runningSubscription(of: customer, productId, in: bundleId))
        }
        guard let index = try? self.runningSubscription(of: customer, first, in: self.apps[found.app].bundleId),
            self.subscriptions[index].renewal.bundle?.product == found.product
        else {
            // The first part may have been refunded, while others run.
            let other = self.customers[customer].subscriptions.first {
                let facts = self.subscriptions[$0]
                return facts.app == found.app && facts.source == nil && !facts.renewal.isOver
                    && facts.renewal.bundle?.product == found.product
            }
            guard let other else { throw .notSubscribed(productId) }
            return self.bundled(with: other)
        }
        return self.bundled(with: index)
    }

    // MARK: Payloads

    /// Adds a bundle to the payload of a transaction of one of its parts.
    func add(_ bundle: TransactionFacts.Bundle, to payload: inout TransactionPayload, app: Int) {
        let product = self.product(bundle.product, of: app)
        payload.bundleProductId = product.id
        payload.bundleSubscriptionGroupIdentifier = product.group
        payload.bundleTransactionId = String(bundle.number)
        payload.bundleOriginalTransactionId = String(bundle.originalNumber)
        payload.previousOriginalTransactionId = bundle.previousOriginalNumber.map { String($0) }
    }

    /// Adds a bundle to the payload of the renewal of one of its parts.
    func add(_ bundle: TransactionFacts.Bundle, to payload: inout RenewalInfoPayload, app: Int) {
        let product = self.product(bundle.product, of: app)
        payload.bundleProductId = product.id
        payload.bundleSubscriptionGroupIdentifier = product.group
        payload.bundleOriginalTransactionId = String(bundle.originalNumber)
    }
}

extension TransactionRevocationReason {
    /// The customer switched to a bundle: StoreKit has a name for it, and the number is an assumption.
    static let upgradedToBundle = TransactionRevocationReason(rawValue: 2)
}

extension WorldCatalogReader {
    /// Returns the identifiers of the subscriptions that a bundle includes; empty for other products.
    mutating func bundled(of fields: CatalogFields, isSubscription: Bool) -> [String] {
        guard let node = fields["bundle"] else { return [] }
        if !isSubscription {
            self.notes.refuse(node, "is for subscriptions only", "Remove it, or write \"kind\": \"autoRenewable\".")
        }
        for key in ["offers", "billingPlans", "seats", "retentionMessage", "familyShareable"] where fields[key] != nil {
            self.notes.refuse(node, "is beside \(key)", "Remove one of them.")
        }
        var ids: [String] = []
        for element in fields.list("bundle", &self.notes) {
            guard case .string(let id) = element.value else {
                self.notes.refuseType(element, wanted: "text")
                continue
            }
            ids.append(id)
        }
        if ids.count < 2 {
            self.notes.refuse(node, "has \(ids.count) subscriptions", "Write the identifiers of two or more.")
        }
        return ids
    }

    /// Checks that every bundle includes subscriptions of the file, each of another group, which renew when it does.
    mutating func check(_ bundles: [(product: WorldProduct, node: CatalogNode)], of products: [WorldProduct]) {
        for (bundle, node) in bundles {
            var groups: Set<String?> = [bundle.group]
            for id in bundle.bundled {
                let part = products.first { $0.id.utf8.elementsEqual(id.utf8) }
                let isPlain =
                    part.map { part in
                        !part.isGeneric && part.seats == nil && part.billingPlans.isEmpty && part.bundled.isEmpty
                    } ?? false
                guard let part, let group = part.group, isPlain, part.period == bundle.period else {
                    self.notes.refuse(
                        node,
                        "includes \"\(CatalogIssue.shown(id))\", which is not a plain subscription of the same length",
                        "Name auto-renewable products without seats and billing plans."
                    )
                    continue
                }
                guard groups.insert(group).inserted else {
                    self.notes.refuse(
                        node,
                        "includes two subscriptions of one group",
                        "Name one subscription of each group."
                    )
                    continue
                }
            }
        }
    }
}

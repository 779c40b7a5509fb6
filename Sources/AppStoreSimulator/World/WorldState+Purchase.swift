import AppStore

extension WorldState {
    /// Performs the purchase of an action, or keeps it pending for a parent or the customer.
    mutating func buy(_ action: WorldAction) throws(WorldError) -> [Int] {
        let storefront = try action.storefrontValue()
        let index = try self.customer(action.customer ?? "", storefront: storefront)
        let product = try self.product(action.product ?? "", in: action.app)
        guard !self.withdrawn.contains(product) else { throw .notForSale(action.product ?? "") }
        if self.customers[index].asksToBuy || self.customers[index].isInterrupted {
            let reason: CustomerFacts.Pending.Reason = self.customers[index].asksToBuy ? .askToBuy : .interrupted
            self.customers[index].pending.append(CustomerFacts.Pending(reason: reason, action: action))
            self.note(.customer(self.customers[index].customer), "wants to buy \(action.product ?? "")")
            return []
        }
        return try self.purchase(action, by: index)
    }

    /// Performs the purchase of an action, without asking a parent.
    mutating func purchase(_ action: WorldAction, by index: Int) throws(WorldError) -> [Int] {
        let found = try self.product(action.product ?? "", in: action.app)
        let product = self.product(found.product, of: found.app)
        if product.isGeneric { return try self.purchaseByRequest(action, found, by: index) }
        guard action.commerce == nil else {
            throw .invalidValue(field: "product", "\(product.id), which is not generic")
        }
        let quantity = action.quantity ?? 1
        guard quantity == 1 || product.kind == .consumable && (1...10).contains(quantity) else {
            throw .invalidQuantity(quantity)
        }
        let seats = try action.seatsValue(of: product)
        if !product.bundled.isEmpty {
            _ = try action.planValue(of: product)
            return try self.buyBundle(action, found, by: index)
        }
        let token = try action.tokenValue()
        let plan = try action.planValue(of: product)
        let start = try self.startOfPurchase(action)
        if product.kind == .nonConsumable, let owned = self.ownedTransaction(of: found, by: index) {
            // The store returns the same transaction again, free of charge and without a notification.
            self.note(.customer(self.customers[index].customer), "gets \(product.id) again", transaction: owned)
            return [owned]
        }
        guard self.customers[index].card != .declinesAll else { throw .paymentDeclined }
        if let group = product.group {
            let offer = try action.offer.map { id throws(WorldError) in
                try self.requireOffer(id, of: found, by: index, group: group, signature: action.signature)
            }
            let order = SubscriptionRequest(
                product: found,
                offers: offer.map { [$0] } ?? [],
                plan: plan,
                appAccountToken: token,
                start: start,
                seats: seats,
                isOrganization: action.scope == "organization"
            )
            return [try self.subscribe(order, group: group, by: index)]
        }
        guard action.offer == nil, action.plan == nil else { throw .offerRefused(action.offer ?? action.plan ?? "") }
        let transaction = self.buyOnce(found, by: index, quantity: quantity, token: token, start: start, offer: nil)
        return [transaction]
    }

    /// Buys a product that does not renew; the family receives it too where it is shared.
    mutating func buyOnce(
        _ index: ProductIndex,
        by customer: Int,
        quantity: Int,
        token: String?,
        start: Int64,
        offer: Int?,
        commerce: CommerceContent? = nil
    ) -> Int {
        let product = self.product(index.product, of: index.app)
        let storefront = self.customers[customer].storefront
        let one =
            commerce.map { WorldPrice(milliunits: $0.paid, currency: $0.currency) }
            ?? offer.map { product.offers[$0].price(in: storefront) } ?? product.price(in: storefront)
        let number = self.mint.transactionNumber()
        let transaction = self.add(
            TransactionFacts(
                number: number,
                originalNumber: number,
                webOrderNumber: nil,
                customer: customer,
                app: index.app,
                product: index.product,
                subscription: nil,
                quantity: quantity,
                ownership: .purchased,
                isRenewal: false,
                purchasedAt: start,
                originallyPurchasedAt: start,
                storefront: storefront,
                price: WorldPrice(milliunits: one.milliunits * Int64(quantity), currency: one.currency),
                offer: offer.map { TransactionFacts.Offer(index: $0, number: 1) },
                source: nil,
                condition: TransactionFacts.Condition(appAccountToken: token, commerce: commerce)
            )
        )
        self.emit(.oneTimeCharge, nil, transaction: transaction, byCustomer: true)
        if product.kind == .nonConsumable, product.isFamilyShareable, self.customers[customer].sharesPurchases {
            for member in self.relatives(of: customer) {
                self.share(transaction, with: member)
            }
        }
        return transaction
    }

    /// Adds a transaction to the world.
    mutating func add(_ facts: TransactionFacts) -> Int {
        let index = self.transactions.count
        _ = self.appTransactionNumber(of: facts.customer, app: facts.app)
        self.transactions.append(facts)
        self.transactions[index].chargedAt = self.now
        self.touch(index)
        self.customers[facts.customer].transactions.append(index)
        return index
    }

    /// Records that a transaction has changed.
    mutating func touch(_ index: Int) {
        self.changes += 1
        self.transactions[index].change = self.changes
    }

    /// Returns the instant of a purchase: now, or the instant in the past that the action names.
    func startOfPurchase(_ action: WorldAction) throws(WorldError) -> Int64 {
        guard let since = action.since else { return self.now }
        guard since <= self.now else { throw .invalidValue(field: "since", "later than now") }
        return since
    }

    private func ownedTransaction(of index: ProductIndex, by customer: Int) -> Int? {
        self.customers[customer].transactions.last {
            let transaction = self.transactions[$0]
            return transaction.app == index.app && transaction.product == index.product
                && transaction.ownership == .purchased && transaction.condition.revocation == nil
        }
    }
}

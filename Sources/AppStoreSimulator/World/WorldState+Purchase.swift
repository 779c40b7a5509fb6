import AppStore

extension WorldState {
    /// Buys what an action says, or lets it wait for a parent or the customer.
    mutating func buy(_ action: WorldAction) throws(WorldError) -> [Int] {
        let storefront = try action.storefrontValue()
        let place = try self.customer(action.customer ?? "", storefront: storefront)
        let product = try self.product(action.product ?? "", in: action.app)
        guard !self.withdrawn.contains(product) else { throw .notForSale(action.product ?? "") }
        if self.customers[place].asksToBuy || self.customers[place].isInterrupted {
            let reason: CustomerFacts.Pending.Reason = self.customers[place].asksToBuy ? .askToBuy : .interrupted
            self.customers[place].pending.append(CustomerFacts.Pending(reason: reason, action: action))
            self.note(.customer(self.customers[place].customer), "wants to buy \(action.product ?? "")")
            return []
        }
        return try self.purchase(action, by: place)
    }

    /// Buys what an action says, without asking anybody.
    mutating func purchase(_ action: WorldAction, by place: Int) throws(WorldError) -> [Int] {
        let found = try self.product(action.product ?? "", in: action.app)
        let product = self.product(found.product, of: found.app)
        if product.isGeneric { return try self.purchaseByRequest(action, found, by: place) }
        guard action.commerce == nil else {
            throw .invalidValue(field: "product", "\(product.id), which is not generic")
        }
        let quantity = action.quantity ?? 1
        guard quantity == 1 || product.kind == .consumable && (1...10).contains(quantity) else {
            throw .invalidQuantity(quantity)
        }
        let token = try action.tokenValue()
        let plan = try action.planValue(of: product)
        let start = try self.startOfPurchase(action)
        if product.kind == .nonConsumable, let owned = self.ownedTransaction(of: found, by: place) {
            // The store hands out the same transaction again, free of charge and without a word to the server.
            self.note(.customer(self.customers[place].customer), "gets \(product.id) again", transaction: owned)
            return [owned]
        }
        guard self.customers[place].card != .declinesAll else { throw .paymentDeclined }
        if let group = product.group {
            let offer = try action.offer.map { id throws(WorldError) in
                try self.requireOffer(id, of: found, by: place, group: group, signature: action.signature)
            }
            let order = SubscriptionOrder(
                product: found,
                offers: offer.map { [$0] } ?? [],
                plan: plan,
                appAccountToken: token,
                start: start
            )
            return [try self.subscribe(order, group: group, by: place)]
        }
        guard action.offer == nil, action.plan == nil else { throw .offerRefused(action.offer ?? action.plan ?? "") }
        let transaction = self.buyOnce(found, by: place, quantity: quantity, token: token, start: start, offer: nil)
        return [transaction]
    }

    /// Buys a product that does not renew, whose family gets it too where it is shared.
    mutating func buyOnce(
        _ place: ProductPlace,
        by customer: Int,
        quantity: Int,
        token: String?,
        start: Int64,
        offer: Int?,
        commerce: CommerceContent? = nil
    ) -> Int {
        let product = self.product(place.product, of: place.app)
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
                app: place.app,
                product: place.product,
                subscription: nil,
                quantity: quantity,
                ownership: .purchased,
                isRenewal: false,
                purchasedAt: start,
                originallyPurchasedAt: start,
                storefront: storefront,
                price: WorldPrice(milliunits: one.milliunits * Int64(quantity), currency: one.currency),
                offer: offer.map { TransactionFacts.Offer(place: $0, number: 1) },
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

    /// Puts a transaction into the world.
    mutating func add(_ facts: TransactionFacts) -> Int {
        let place = self.transactions.count
        _ = self.appTransactionNumber(of: facts.customer, app: facts.app)
        self.transactions.append(facts)
        self.transactions[place].chargedAt = self.now
        self.touch(place)
        self.customers[facts.customer].transactions.append(place)
        return place
    }

    /// Notes that a transaction has changed.
    mutating func touch(_ place: Int) {
        self.changes += 1
        self.transactions[place].change = self.changes
    }

    /// When a purchase is made: now, or at the instant in the past that the action names.
    func startOfPurchase(_ action: WorldAction) throws(WorldError) -> Int64 {
        guard let since = action.since else { return self.now }
        guard since <= self.now else { throw .invalidValue(field: "since", "later than now") }
        return since
    }

    private func ownedTransaction(of place: ProductPlace, by customer: Int) -> Int? {
        self.customers[customer].transactions.last {
            let transaction = self.transactions[$0]
            return transaction.app == place.app && transaction.product == place.product
                && transaction.ownership == .purchased && transaction.condition.revocation == nil
        }
    }
}

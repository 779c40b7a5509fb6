import AppStore

extension WorldState {
    /// Returns the index of the customer of this name, whom the first call creates; a storefront moves the customer
    /// there.
    mutating func customer(_ name: String, storefront: WorldStorefront? = nil) throws(WorldError) -> Int {
        guard (1...255).contains(name.utf8.count) else { throw .invalidName }
        if let index = self.customerIndices[name] {
            if let storefront {
                self.customers[index].storefront = storefront
            }
            return index
        }
        let index = self.customers.count
        self.customerIndices[name] = index
        var customer = CustomerFacts(
            customer: WorldCustomer(name: name),
            arrivedAt: self.now,
            storefront: storefront ?? self.customerDefaults.storefront
        )
        customer.asksToBuy = self.customerDefaults.asksToBuy
        customer.isInterrupted = self.customerDefaults.isInterrupted
        customer.card = self.customerDefaults.failsRenewals ? .declinesRenewals : .pays
        self.customers.append(customer)
        return index
    }

    /// Returns the identifier of a customer's copy of an app, which the first call creates.
    mutating func appTransactionNumber(of customer: Int, app: Int) -> UInt64 {
        if let number = self.customers[customer].appTransactionNumbers[app] { return number }
        let number = self.mint.appTransactionNumber()
        self.customers[customer].appTransactionNumbers[app] = number
        self.appTransactionIndices[number] = AppCopy(customer: customer, app: app)
        return number
    }

    /// Declines the customer's card from now on, for all payments or for renewals only.
    mutating func declineCard(of index: Int, renewalsOnly: Bool) {
        self.customers[index].card = renewalsOnly ? .declinesRenewals : .declinesAll
        let text = "has a declined card" + (renewalsOnly ? " for renewals" : "")
        self.note(.customer(self.customers[index].customer), text)
    }

    /// Makes the customer's card valid again, and bills subscriptions in grace or billing retry immediately.
    mutating func repairCard(of index: Int) {
        self.customers[index].card = .pays
        self.note(.customer(self.customers[index].customer), "fixes the payment method")
        for subscription in self.customers[index].subscriptions
        where self.subscriptions[subscription].source == nil
            && self.subscriptions[subscription].renewal.isInBillingRetry
        {
            self.recover(subscription)
        }
    }

    /// Withdraws a parent's consent for a child's use of an app.
    mutating func rescindConsent(of index: Int, app: Int) {
        self.customers[index].rescinded.insert(app)
        _ = self.appTransactionNumber(of: index, app: app)
        self.emit(.rescindConsent, nil, about: .copy(AppCopy(customer: index, app: app)), byCustomer: true)
    }

    /// Completes the purchases that waited for a parent or for the customer, of this product or of all.
    mutating func release(
        _ reason: CustomerFacts.Pending.Reason,
        of index: Int,
        product: String?,
        isGranted: Bool
    ) throws(WorldError) -> [Int] {
        func fits(_ pending: CustomerFacts.Pending) -> Bool {
            pending.reason == reason && (product == nil || pending.action.product == product)
        }
        let waiting = self.customers[index].pending.filter(fits)
        guard !waiting.isEmpty else { throw .nothingPending }
        self.customers[index].pending.removeAll(where: fits)
        var bought: [Int] = []
        var refusal: WorldError?
        for pending in waiting where isGranted {
            do throws(WorldError) {
                bought += try self.purchase(pending.action, by: index)
            } catch {
                // A purchase that fails now keeps waiting.
                refusal = refusal ?? error
                self.customers[index].pending.append(pending)
            }
        }
        if let refusal, bought.isEmpty { throw refusal }
        if !isGranted {
            self.note(.appStore, "declines a purchase of \(self.customers[index].customer.name)")
        }
        return bought
    }

    /// Restores a customer's purchases, each under a new transaction id.
    mutating func restore(_ index: Int, app: Int?) -> [Int] {
        var owned: [Int] = []
        for transaction in self.customers[index].transactions {
            let facts = self.transactions[transaction]
            guard facts.source == nil, facts.condition.revocation == nil, app == nil || facts.app == app else {
                continue
            }
            switch self.product(of: facts).kind {
            case .nonConsumable: owned.append(transaction)
            case .autoRenewable:
                guard let subscription = facts.subscription, self.subscriptions[subscription].latest == transaction
                else { continue }
                owned.append(transaction)
            case .consumable, .nonRenewing: continue
            }
        }
        let twins = owned.map { original in
            let facts = self.transactions[original]
            let twin = TransactionFacts(
                number: self.mint.transactionNumber(),
                originalNumber: facts.originalNumber,
                webOrderNumber: facts.webOrderNumber,
                customer: index,
                app: facts.app,
                product: facts.product,
                subscription: facts.subscription,
                quantity: facts.quantity,
                ownership: facts.ownership,
                isRenewal: facts.isRenewal,
                purchasedAt: self.now,
                originallyPurchasedAt: facts.originallyPurchasedAt,
                storefront: facts.storefront,
                price: facts.price,
                offer: facts.offer,
                source: original,
                condition: facts.condition
            )
            return self.add(twin)
        }
        self.note(.customer(self.customers[index].customer), "restores \(twins.count) purchases")
        return twins
    }
}

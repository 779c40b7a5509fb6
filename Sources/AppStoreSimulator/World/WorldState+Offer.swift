import AppStore

extension WorldState {
    /// Returns the index of the offer with this identifier; throws when the customer is not eligible.
    func requireOffer(
        _ id: String,
        of index: ProductIndex,
        by customer: Int,
        group: String,
        signature: String?
    ) throws(WorldError) -> Int {
        let product = self.product(index.product, of: index.app)
        guard let found = product.offers.firstIndex(where: { $0.id == id }) else { throw .offerRefused(id) }
        let offer = product.offers[found]
        let running = self.subscription(of: customer, app: index.app, group: group)
        let isRunning = running.map { !self.subscriptions[$0].renewal.isOver } ?? false
        let isEligible =
            switch offer.kind {
            case .promotional: running != nil
            case .winBack: running != nil && !isRunning && offer.isEligible
            case .retention: running.map { self.isEligible(forRetentionOffer: offer, $0) } ?? false
            case .introductory, .code: false
            }
        guard isEligible else { throw .offerRefused(id) }
        if let signature {
            try self.requirePermission(signature, for: id, of: product.id, by: customer, app: index.app)
        }
        return found
    }

    /// Verifies that an offer's signature is the app's own and, where it names a customer, for this customer.
    private func requirePermission(
        _ text: String,
        for offer: String,
        of product: String,
        by customer: Int,
        app: Int
    ) throws(WorldError) {
        let bundleId = self.apps[app].bundleId
        guard let signature = OfferSignature(text),
            signature.permits(offer, of: product, in: bundleId, key: self.keys[app])
        else { throw .invalidOfferSignature }
        guard let id = signature.transactionId else { return }
        guard let named = try? self.customer(ofAny: id, app: app), named == customer else {
            throw .invalidOfferSignature
        }
    }

    /// Redeems a code: an offer of a subscription, or of a one-time product.
    mutating func redeem(_ action: WorldAction) throws(WorldError) -> [Int] {
        let code = action.code ?? ""
        let storefront = try action.storefrontValue()
        let customer = try self.customer(action.customer ?? "", storefront: storefront)
        guard let (index, offer) = self.product(withCode: code, product: action.product, in: action.app),
            !self.customers[customer].redeemedCodes.contains(code), !self.withdrawn.contains(index)
        else { throw .codeRefused(code) }
        let product = self.product(index.product, of: index.app)
        let token = try action.tokenValue()
        guard let group = product.group else {
            if product.kind == .nonConsumable {
                let isOwned = self.customers[customer].transactions.contains {
                    let owned = self.transactions[$0]
                    return owned.app == index.app && owned.product == index.product && owned.ownership == .purchased
                        && owned.condition.revocation == nil
                }
                guard !isOwned else { throw .codeRefused(code) }
            }
            self.customers[customer].redeemedCodes.insert(code)
            return [self.buyOnce(index, by: customer, quantity: 1, token: token, start: self.now, offer: offer)]
        }
        let running = self.subscription(of: customer, app: index.app, group: group)
        let eligibility: WorldOffer.Eligibility =
            running.map { self.subscriptions[$0].renewal.isOver ? .expired : .existing } ?? .new
        guard product.offers[offer].eligibility.contains(eligibility) else { throw .codeRefused(code) }
        let order = SubscriptionRequest(
            product: index,
            offers: [offer],
            plan: product.offers[offer].plan,
            appAccountToken: token,
            start: self.now
        )
        let transaction = try self.subscribe(order, group: group, by: customer)
        self.customers[customer].redeemedCodes.insert(code)
        return [transaction]
    }

    /// Returns the offers that set the prices of a subscription's first periods: those of the request, and an
    /// introductory offer for a customer who never had one in the group.
    func offersAtStart(_ order: SubscriptionRequest, by customer: Int) -> [TransactionFacts.Offer] {
        let product = self.product(order.product.product, of: order.product.app)
        var indices = order.offers
        let isAlone = indices.isEmpty
        let isStackable = indices.allSatisfy { product.offers[$0].kind == .code && product.offers[$0].isStackable }
        let introductory = product.offers.firstIndex {
            $0.kind == .introductory && ($0.plan == nil || $0.plan == (order.plan ?? .billedUpfront))
        }
        if let introductory, isAlone || isStackable, self.isNew(customer, to: product.group, in: order.product.app) {
            let isFirst = !self.apps[order.product.app].behavior.codeComesBeforeIntroductory
            indices.insert(introductory, at: isFirst ? 0 : indices.count)
        }
        return Self.expanded(indices, of: product)
    }

    /// Returns one entry for each period whose price an offer sets.
    static func expanded(_ indices: [Int], of product: WorldProduct) -> [TransactionFacts.Offer] {
        indices.flatMap { index in
            let offer = product.offers[index]
            let periods = offer.mode == .payAsYouGo ? max(offer.periodCount, 1) : 1
            return (1...periods).map { TransactionFacts.Offer(index: index, number: $0) }
        }
    }

    /// Returns the indices of the win-back offers that a former subscriber may use, in the catalog's order.
    func winBackOffers(of subscription: SubscriptionFacts) -> [Int] {
        guard subscription.renewal.phase == .expired, subscription.source == nil else { return [] }
        let offers = self.product(of: subscription).offers
        return offers.indices.filter { offers[$0].kind == .winBack && offers[$0].isEligible }
    }

    /// Returns whether a customer has never used an introductory offer in a group.
    private func isNew(_ customer: Int, to group: String?, in app: Int) -> Bool {
        !self.customers[customer].transactions.contains {
            let transaction = self.transactions[$0]
            guard transaction.app == app, let offer = transaction.offer, transaction.ownership == .purchased else {
                return false
            }
            let product = self.product(of: transaction)
            return product.group == group && product.offers[offer.index].kind == .introductory
        }
    }

    private func product(
        withCode code: String,
        product id: String?,
        in bundleId: String?
    ) -> (ProductIndex, offer: Int)? {
        for (app, catalog) in self.catalogs.enumerated()
        where bundleId == nil || self.apps[app].bundleId == bundleId {
            for (index, product) in catalog.products.enumerated() where id == nil || product.id == id {
                let offer = product.offers.firstIndex { $0.kind == .code && $0.id == code }
                if let offer { return (ProductIndex(app: app, product: index), offer) }
            }
        }
        return nil
    }
}

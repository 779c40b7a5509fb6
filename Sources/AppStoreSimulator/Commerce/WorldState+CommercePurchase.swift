import AppStore

extension WorldState {
    /// Performs a purchase or change by a signed request, as the app passes it to the store.
    mutating func purchaseByRequest(
        _ action: WorldAction,
        _ product: ProductIndex,
        by customer: Int
    ) throws(WorldError) -> [Int] {
        guard action.quantity == nil, action.plan == nil, action.offer == nil else {
            throw .invalidValue(field: "product", "\(action.product ?? ""), which is bought by a signed request")
        }
        let text: String
        switch (action.signature, action.commerce) {
        case (let signature?, nil): text = signature
        case (nil, let request?): text = self.signCommerce(request, app: product.app)
        default: throw .missingField("commerce", action: action.verb.rawValue)
        }
        let start = try self.startOfPurchase(action)
        let token = try action.tokenValue()
        guard self.customers[customer].card != .declinesAll else { throw .paymentDeclined }
        do throws(CommerceError) {
            return [try self.purchase(text, of: product, by: customer, token: token, start: start)]
        } catch {
            throw .commerceRefused(code: error.rawValue)
        }
    }

    /// Returns a request signed with the app's own key, as its server would sign it.
    private mutating func signCommerce(_ request: JSONValue, app: Int) -> String {
        let claims = CommerceSignature.claims(
            request.json(),
            bundleId: self.apps[app].bundleId,
            key: self.keys[app],
            nonce: self.mint.uuid(),
            issuedAtSeconds: self.now / 1000
        )
        return self.keys[app].sign(claims)
    }

    private mutating func purchase(
        _ text: String,
        of product: ProductIndex,
        by customer: Int,
        token: String?,
        start: Int64
    ) throws(CommerceError) -> Int {
        guard let signature = CommerceSignature(text) else { throw .invalidSignature }
        let bytes = try signature.request(in: self.apps[product.app].bundleId, key: self.keys[product.app])
        // Every request has at least these fields.
        let head = try CommerceCheck.read(AdvancedCommerceSubscriptionReactivateInAppRequest.self, bytes)
        guard let operation = head.operation, operation.isKnown else { throw .invalidOperation }
        guard let version = head.version else { throw .nullVersion }
        guard version == "1" else { throw .unexpectedVersion }
        let reference = try CommerceCheck.reference(head.requestInfo)
        let key = Self.commerceKey(reference, app: product.app)
        guard self.commerceAnswers[key] == nil else { throw .repeatedRequestReferenceId }
        try self.requireStorefront(head.storefront, of: customer)
        let isSubscription = self.product(product.product, of: product.app).group != nil
        guard isSubscription != (operation == .createOneTimeCharge) else { throw .productNotEligible }
        let order = CommerceRequest(
            bytes: bytes,
            reference: reference,
            product: product,
            customer: customer,
            token: head.requestInfo?.appAccountToken?.lowercased() ?? token,
            start: start,
            consistencyToken: head.requestInfo?.consistencyToken
        )
        let transaction: Int
        switch operation {
        case .createOneTimeCharge: transaction = try self.charge(order)
        case .createSubscription: transaction = try self.create(order)
        case .modifySubscription: transaction = try self.modify(order)
        default: transaction = try self.reactivate(order)
        }
        self.commerceAnswers[key] = CommerceResponse(question: [], response: [])
        return transaction
    }

    private mutating func charge(_ order: CommerceRequest) throws(CommerceError) -> Int {
        let request = try CommerceCheck.read(AdvancedCommerceOneTimeChargeCreateRequest.self, order.bytes)
        let currency = try CommerceCheck.currency(request.currency)
        guard let item = request.item else { throw .nullItem }
        let sold = CommerceItem(
            sku: try CommerceCheck.sku(item.sku),
            description: try CommerceCheck.description(item.description),
            displayName: try CommerceCheck.displayName(item.displayName),
            price: try CommerceCheck.price(item.price, in: currency)
        )
        let content = CommerceContent(
            items: [sold],
            taxCode: try CommerceCheck.taxCode(request.taxCode),
            currency: currency,
            requestReferenceId: order.reference
        )
        let product = self.product(order.product.product, of: order.product.app)
        if product.kind == .nonConsumable {
            let isOwned = self.customers[order.customer].transactions.contains {
                let owned = self.transactions[$0]
                return owned.app == order.product.app && owned.condition.revocation == nil
                    && owned.product == order.product.product
                    && owned.condition.commerce?.index(of: sold.sku) != nil
            }
            guard !isOwned else { throw .productAlreadyExists }
        }
        return self.buyOnce(
            order.product,
            by: order.customer,
            quantity: 1,
            token: order.token,
            start: order.start,
            offer: nil,
            commerce: content
        )
    }

    private mutating func create(_ order: CommerceRequest) throws(CommerceError) -> Int {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionCreateRequest.self, order.bytes)
        let currency = try CommerceCheck.currency(request.currency)
        let descriptors = try CommerceCheck.descriptors(request.descriptors)
        let period = try CommerceCheck.period(request.period)
        var items: [CommerceItem] = []
        for item in try CommerceCheck.list(request.items) {
            let price = try CommerceCheck.price(item.price, in: currency)
            let offer = try CommerceCheck.offer(item.offer, price: price, currency: currency)
            items.append(
                CommerceItem(
                    sku: try CommerceCheck.sku(item.sku),
                    description: try CommerceCheck.description(item.description),
                    displayName: try CommerceCheck.displayName(item.displayName),
                    price: price,
                    offer: offer,
                    offerPeriodsLeft: offer?.periodCount ?? 0
                )
            )
        }
        try CommerceCheck.unique(items.map(\.sku), or: .itemCannotBeSpecifiedMultipleTimes)
        try CommerceCheck.alignment(items, period)
        let taxCode = try CommerceCheck.taxCode(request.taxCode)
        let group = self.product(order.product.product, of: order.product.app).group ?? ""
        let existing = self.subscription(of: order.customer, app: order.product.app, group: group)
        if let existing, !self.subscriptions[existing].renewal.isOver { throw .subscriptionAlreadyExists }
        try self.requirePrevious(request.previousTransactionId, order)
        let content = CommerceContent(
            descriptors: descriptors,
            items: items,
            period: period,
            taxCode: taxCode,
            currency: currency,
            requestReferenceId: order.reference
        )
        let subscription = SubscriptionRequest(
            product: order.product,
            offers: [],
            plan: nil,
            appAccountToken: order.token,
            start: order.start,
            commerce: content
        )
        return self.start(subscription, existing, by: order.customer)
    }

    /// Checks that the previous transaction of a new subscription belongs to the customer and that its subscription has
    /// ended.
    private func requirePrevious(_ id: String?, _ order: CommerceRequest) throws(CommerceError) {
        guard let id else { return }
        guard let index = try? self.commerceTransaction(id, app: order.product.app),
            self.transactions[index].customer == order.customer
        else { throw .invalidPreviousTransactionId }
        guard let previous = self.transactions[index].subscription, self.subscriptions[previous].renewal.isOver else {
            throw .invalidPreviousSubscription
        }
    }

    private mutating func reactivate(_ order: CommerceRequest) throws(CommerceError) -> Int {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionReactivateInAppRequest.self, order.bytes)
        var (subscription, content) = try self.subscription(request.transactionId, order)
        guard !self.subscriptions[subscription].renewal.autoRenews else { throw .subscriptionAlreadyActive }
        if let items = request.items {
            var kept: [CommerceItem] = []
            for item in try CommerceCheck.list(items) {
                guard let itemIndex = content.index(of: try CommerceCheck.sku(item.sku)) else { throw .invalidSku }
                kept.append(content.items[itemIndex])
            }
            try CommerceCheck.unique(kept.map(\.sku), or: .itemCannotBeSpecifiedMultipleTimes)
            content.items = kept
        }
        self.settleCommerce(of: subscription, content, order.reference)
        self.startAutoRenewal(of: subscription)
        return self.subscriptions[subscription].latest
    }

    /// Returns the customer's running subscription of a transaction, and its content from the next period on.
    func subscription(
        _ id: String?,
        _ order: CommerceRequest
    ) throws(CommerceError) -> (Int, CommerceContent) {
        guard let id else { throw .nullTransactionId }
        let index = try self.commerceTransaction(id, app: order.product.app)
        guard self.transactions[index].customer == order.customer else { throw .productNotOwned }
        let (subscription, content) = try self.runningCommerce(of: index)
        guard self.subscriptions[subscription].renewal.product == order.product.product else {
            throw .productNotEligible
        }
        if let token = order.consistencyToken, token != content.consistencyToken { throw .invalidConsistencyToken }
        return (subscription, content)
    }
}

/// A signed request from a customer's app, with its customer and product.
struct CommerceRequest: Sendable {
    /// The request's JSON.
    let bytes: [UInt8]
    /// The id of the request.
    let reference: String
    /// The generic product.
    let product: WorldState.ProductIndex
    /// The customer's index.
    let customer: Int
    /// The app's token for the customer.
    let token: String?
    /// The instant, in milliseconds since 1970.
    let start: Int64
    /// The consistency token in the request.
    let consistencyToken: String?
}

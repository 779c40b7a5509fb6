import AppStore

extension WorldState {
    /// Responds to an operation of the Advanced Commerce API.
    ///
    /// The request id makes the operation idempotent: a repeated request gets the same response, and another request
    /// with the same id is refused.
    mutating func commerce(
        _ operation: CommerceOperation,
        of id: String,
        body: [UInt8],
        app: Int
    ) throws(CommerceError) -> [UInt8] {
        let index = try self.commerceTransaction(id, app: app)
        // Every body has at least these fields.
        let head = try CommerceCheck.read(AdvancedCommerceSubscriptionCancelRequest.self, body)
        let reference = try CommerceCheck.reference(head.requestInfo)
        let question = Array("\(operation.rawValue) \(id) ".utf8) + body
        let key = Self.commerceKey(reference, app: app)
        if let earlier = self.commerceAnswers[key] {
            guard earlier.question == question else { throw .repeatedRequestReferenceId }
            return earlier.response
        }
        try self.requireStorefront(head.storefront, of: self.transactions[index].customer)
        if let token = head.requestInfo?.consistencyToken {
            let subscription = self.transactions[index].subscription.map { self.subscriptions[$0] }
            guard token == subscription?.renewal.commerce?.consistencyToken else { throw .invalidConsistencyToken }
        }
        var subject = index
        switch operation {
        case .cancelSubscription: try self.cancelCommerce(index, reference)
        case .changeSubscriptionMetadata: try self.changeMetadata(of: index, reference, body)
        case .changeSubscriptionPrice: try self.changeCommercePrice(of: index, reference, body)
        case .migrateSubscription: subject = try self.migrate(index, reference, body)
        case .requestTransactionRefund: try self.requestCommerceRefund(of: index, body)
        case .revokeSubscription: try self.revokeCommerce(index, reference, body)
        }
        if operation != .requestTransactionRefund, let subscription = self.transactions[subject].subscription {
            subject = self.subscriptions[subscription].latest
        }
        let response = self.commerceResponse(subject)
        self.commerceAnswers[key] = CommerceResponse(question: question, response: response)
        return response
    }

    /// Returns the key under which a request's response is stored.
    static func commerceKey(_ reference: String, app: Int) -> String { "\(app) \(reference)" }

    /// Returns the index of a transaction by its id.
    func commerceTransaction(_ id: String, app: Int) throws(CommerceError) -> Int {
        guard let number = Self.number(of: id) else { throw .invalidTransactionId }
        guard let index = self.index(ofTransaction: number), self.transactions[index].app == app else {
            throw .transactionIdNotFound
        }
        return index
    }

    /// Checks that the storefront of a request is the customer's.
    func requireStorefront(_ code: String?, of customer: Int) throws(CommerceError) {
        guard let code else { return }
        guard WorldStorefront(code: code) != nil else { throw .invalidStorefront }
        guard self.customers[customer].storefront.code == code else { throw .mismatchedStorefront }
    }

    /// Returns the index and the content of a transaction's subscription, which must be running and sold by Advanced
    /// Commerce.
    func runningCommerce(of index: Int) throws(CommerceError) -> (subscription: Int, content: CommerceContent) {
        guard let subscription = self.transactions[index].subscription else { throw .subscriptionDoesNotExist }
        let renewal = self.subscriptions[subscription].renewal
        guard let content = renewal.commerce else { throw .subscriptionNotEligible }
        guard !renewal.isOver else { throw .inactiveSubscription }
        return (subscription, content)
    }

    /// Sets the content of the next period with the request that caused it and a new consistency token.
    mutating func settleCommerce(of subscription: Int, _ content: CommerceContent, _ reference: String) {
        var content = content
        content.requestReferenceId = reference
        content.consistencyToken = self.mint.uuid()
        self.subscriptions[subscription].renewal.commerce = content
    }

    private mutating func cancelCommerce(_ index: Int, _ reference: String) throws(CommerceError) {
        let (subscription, content) = try self.runningCommerce(of: index)
        // A canceled subscription stays canceled, and no further notification is sent.
        guard self.subscriptions[subscription].renewal.autoRenews else { return }
        self.settleCommerce(of: subscription, content, reference)
        self.stopAutoRenewal(of: subscription, byCustomer: false)
    }

    /// Returns a transaction and, where it has one, its renewal info, both signed now.
    private func commerceResponse(_ index: Int) -> [UInt8] {
        let transaction = self.signed(transaction: index)
        guard let subscription = self.transactions[index].subscription else {
            return AdvancedCommerceRequestRefundResponse.with { $0.signedTransactionInfo = transaction }.json()
        }
        let renewal = self.payload(
            ofRenewal: self.settledRenewal(of: subscription),
            transaction: self.subscriptions[subscription].latest,
            signedAt: max(self.now, self.subscriptions[subscription].lastSignedAt)
        )
        return AdvancedCommerceSubscriptionCancelResponse.with {
            $0.signedTransactionInfo = transaction
            $0.signedRenewalInfo = SignedData(self.signer.sign(renewal.json()))
        }.json()
    }
}

/// An operation of the Advanced Commerce API.
///
/// The raw value is the operation's name in faults, in the journal and in actions.
enum CommerceOperation: String, Hashable, Sendable, CaseIterable {
    case cancelSubscription
    case changeSubscriptionMetadata
    case changeSubscriptionPrice
    case migrateSubscription
    case requestTransactionRefund
    case revokeSubscription

    /// Creates the operation of two path components after the version; returns `nil` when there is none.
    init?(noun: String, verb: String) {
        switch (noun, verb) {
        case ("subscription", "cancel"): self = .cancelSubscription
        case ("subscription", "changeMetadata"): self = .changeSubscriptionMetadata
        case ("subscription", "changePrice"): self = .changeSubscriptionPrice
        case ("subscription", "migrate"): self = .migrateSubscription
        case ("transaction", "requestRefund"): self = .requestTransactionRefund
        case ("subscription", "revoke"): self = .revokeSubscription
        default: return nil
        }
    }

    /// The number of calls a second that production allows to an app.
    var requestsPerSecond: Int {
        switch self {
        case .cancelSubscription, .requestTransactionRefund, .revokeSubscription: 5
        case .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription: 50
        }
    }
}

/// The stored response to an Advanced Commerce request, for repeated requests with the same id.
struct CommerceResponse: Sendable {
    /// The request: operation, transaction and body; empty for a purchase in the app, which cannot be repeated.
    let question: [UInt8]
    /// The response body.
    let response: [UInt8]
}

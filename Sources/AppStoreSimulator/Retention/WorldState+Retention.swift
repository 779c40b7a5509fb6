package import AppStore

extension WorldState {
    /// Returns the retention messaging data of an app.
    func retentionMessaging(app: Int) -> RetentionMessaging {
        self.retentionMessagingByApp[app]
            ?? RetentionMessaging(
                behavior: RetentionBehavior(environment: self.apps[app].environment),
                seed: self.seed &+ UInt64(app)
            )
    }

    /// Changes the retention messaging data of an app atomically.
    mutating func changeRetention<Answer>(
        app: Int,
        _ change: (inout RetentionMessaging) throws(RetentionError) -> Answer
    ) throws(RetentionError) -> Answer {
        var messaging = self.retentionMessaging(app: app)
        let answer = try change(&messaging)
        self.retentionMessagingByApp[app] = messaging
        return answer
    }

    /// Returns the subscription that an app identifies by its first transaction.
    func retentionSubject(_ id: String, app: Int) throws(RetentionError) -> RetentionSubject {
        guard let number = Self.number(of: id) else { throw .invalidTransactionId }
        guard self.appTransactionIndices[number] == nil else { throw .appTransactionIdNotSupported }
        guard let index = self.index(ofTransaction: number), self.transactions[index].app == app else {
            throw .originalTransactionIdNotFound
        }
        let transaction = self.transactions[index]
        guard transaction.ownership != .familyShared else { throw .familyTransactionNotSupported }
        guard transaction.originalNumber == number else { throw .notOriginalTransactionId }
        guard let subscription = transaction.subscription.map({ Int($0) }) else { throw .invalidPerformanceTestRequest }
        return RetentionSubject(
            originalTransactionId: id,
            productId: self.product(of: self.subscriptions[subscription]).id,
            appAppleId: self.apps[app].appAppleId,
            environment: AppStoreEnvironment(rawValue: self.apps[app].environment.rawValue)
        )
    }

    /// Returns whether an app sells an auto-renewable subscription with this identifier.
    func isSubscription(_ product: String, app: Int) -> Bool {
        self.catalogs[app].products.contains { $0.id == product && $0.group != nil }
    }
}

/// The subscription of a retention message.
package struct RetentionSubject: Hashable, Sendable {
    /// The identifier of its first transaction.
    package let originalTransactionId: String
    /// The product of the next renewal.
    package let productId: String
    /// The app's Apple ID.
    package let appAppleId: Int64
    /// The environment of the purchase.
    package let environment: AppStoreEnvironment

    /// Creates a subject from Apple's data about a subscription.
    package init(
        originalTransactionId: String,
        productId: String,
        appAppleId: Int64,
        environment: AppStoreEnvironment
    ) {
        self.originalTransactionId = originalTransactionId
        self.productId = productId
        self.appAppleId = appAppleId
        self.environment = environment
    }

    /// Returns the store's request to the app's server for this customer.
    func request(locale: String, identifier: String, at now: Int64) -> RealtimeRequestPayload {
        RealtimeRequestPayload.with {
            $0.originalTransactionId = self.originalTransactionId
            $0.appAppleId = self.appAppleId
            $0.productId = self.productId
            $0.userLocale = locale
            $0.requestIdentifier = identifier
            $0.environment = self.environment
            $0.signedDate = Timestamp(milliseconds: now)
        }
    }
}

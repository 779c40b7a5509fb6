package import AppStore

/// The subscription that a retention message is for.
package struct RetentionSubject: Hashable, Sendable {
    /// The identifier of its first transaction.
    package let originalTransactionId: String
    /// The product that would renew.
    package let productId: String
    /// The app's identifier in App Store Connect.
    package let appAppleId: Int64
    /// Where the customer is.
    package let environment: AppStoreEnvironment

    /// A subscription by what Apple says of it.
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

    /// What the store asks the app's server for this customer.
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

/// A subscription whose renewal date could not be extended along with all others of its product.
package struct ExtensionFailure: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The product.
    package let productID: ProductID
    /// The subscription.
    package let originalTransactionID: OriginalTransactionID
    /// When Apple said so.
    package let at: Instant

    /// A failure of these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        productID: ProductID,
        originalTransactionID: OriginalTransactionID,
        at: Instant
    ) {
        self.app = app
        self.environment = environment
        self.productID = productID
        self.originalTransactionID = originalTransactionID
        self.at = at
    }
}

/// An order to extend the renewal dates of all active subscribers of a product, and what has become of it.
///
/// Apple works on it for hours or days. It is kept before Apple is asked, so that neither a restart nor a lost answer
/// makes it forgotten or given twice: sending it again under its id starts nothing new.
package struct RenewalExtension: Hashable, Sendable {
    /// What came of it.
    package struct Completion: Hashable, Sendable {
        /// When it was completed.
        package let at: Instant
        /// How many renewal dates were extended.
        package let succeeded: Int64
        /// How many could not be.
        package let failed: Int64

        /// A completion of these values.
        package init(at: Instant, succeeded: Int64, failed: Int64) {
            self.at = at
            self.succeeded = succeeded
            self.failed = failed
        }
    }

    /// The id under which Apple knows it.
    package let id: RenewalExtensionID
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The product.
    package let productID: ProductID
    /// By how many days, 1 to 90.
    package let days: Int
    /// Apple's number for why.
    package let reason: Int32
    /// The storefronts it is limited to, ISO 3166-1 alpha-3; all when there are none.
    package let storefronts: [String]
    /// When it was ordered.
    package let orderedAt: Instant
    /// Who ordered it.
    package let orderedBy: String
    /// When Apple took it.
    package var acceptedAt: Instant?
    /// What came of it, once Apple has said so.
    package var completion: Completion?

    /// An order of these values, of which nothing has become yet.
    package init(
        id: RenewalExtensionID,
        app: AppName,
        environment: StoreEnvironment,
        productID: ProductID,
        days: Int,
        reason: Int32,
        storefronts: [String] = [],
        orderedAt: Instant,
        orderedBy: String,
        acceptedAt: Instant? = nil,
        completion: Completion? = nil
    ) {
        self.id = id
        self.app = app
        self.environment = environment
        self.productID = productID
        self.days = days
        self.reason = reason
        self.storefronts = storefronts
        self.orderedAt = orderedAt
        self.orderedBy = orderedBy
        self.acceptedAt = acceptedAt
        self.completion = completion
    }
}

/// The id of an order to extend many renewal dates: a UUID in lower case.
package typealias RenewalExtensionID = Identifier<RenewalExtension>

/// An order to extend the renewal date of one subscription, or of all active subscribers of a product, and what has
/// become of it.
///
/// The server keeps it before it asks Apple, so that neither a restart nor a lost answer makes it forgotten or given
/// twice: sending it again under its id starts nothing new. Apple works for hours or days on an order for a whole
/// product.
package struct RenewalExtension: Hashable, Sendable {
    /// The subscriptions whose renewal dates are extended.
    package enum Target: Hashable, Sendable {
        /// One subscription.
        case subscription(OriginalTransactionID)
        /// All active subscribers of a product, in these storefronts (ISO 3166-1 alpha-3), or in all when there are
        /// none.
        case product(ProductID, storefronts: [String])
    }

    /// Why Apple will never do it.
    package struct Refusal: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// Apple's own number, where Apple answered with one.
        package let number: Int64?

        /// A refusal of these values.
        package init(code: String, number: Int64?) {
            self.code = code
            self.number = number
        }
    }

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
    /// Whose renewal dates are extended.
    package let target: Target
    /// By how many days, 1 to 90.
    package let days: Int
    /// Apple's number for why.
    package let reasonCode: Int32
    /// When it was ordered.
    package let orderedAt: Instant
    /// Who ordered it.
    package let orderedBy: String
    /// When Apple took it.
    package var acceptedAt: Instant?
    /// What came of it, once Apple has said so.
    package var completion: Completion?
    /// Why Apple will never do it, where Apple has refused it for good.
    package var refusal: Refusal?
    /// The new renewal date of one subscription, as Apple said it; the signed transaction is what counts.
    package var renewsAt: Instant?

    /// An order of these values, of which nothing has become yet.
    package init(
        id: RenewalExtensionID,
        app: AppName,
        environment: StoreEnvironment,
        target: Target,
        days: Int,
        reasonCode: Int32,
        orderedAt: Instant,
        orderedBy: String,
        acceptedAt: Instant? = nil,
        completion: Completion? = nil,
        refusal: Refusal? = nil,
        renewsAt: Instant? = nil
    ) {
        self.id = id
        self.app = app
        self.environment = environment
        self.target = target
        self.days = days
        self.reasonCode = reasonCode
        self.orderedAt = orderedAt
        self.orderedBy = orderedBy
        self.acceptedAt = acceptedAt
        self.completion = completion
        self.refusal = refusal
        self.renewsAt = renewsAt
    }

    /// Whether another order asks for the same, by whomever and whenever it is given.
    package func asksSame(as other: Self) -> Bool {
        self.app == other.app && self.environment == other.environment && self.target == other.target
            && self.days == other.days && self.reasonCode == other.reasonCode
    }
}

/// The id of an order to extend renewal dates: a UUID in lower case.
package typealias RenewalExtensionID = Identifier<RenewalExtension>

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

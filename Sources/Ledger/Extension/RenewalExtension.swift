/// A request to extend the renewal date of one subscription, or of all active subscribers of a product, with its
/// result.
///
/// The server stores it before it asks Apple, so that a restart or a lost answer neither drops nor repeats it: sending
/// it again under its ID starts nothing new. Apple needs hours or days for a request about a whole product.
package struct RenewalExtension: Hashable, Sendable {
    /// The subscriptions whose renewal dates are extended.
    package enum Target: Hashable, Sendable {
        /// One subscription.
        case subscription(OriginalTransactionID)
        /// All active subscribers of a product, in these storefronts (ISO 3166-1 alpha-3), or in all when there are
        /// none.
        case product(ProductID, storefronts: [String])
    }

    /// Apple's permanent refusal of a request.
    package struct Refusal: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// Apple's own error number, if Apple answered with one.
        package let number: Int64?

        /// Creates a refusal with these values.
        package init(code: String, number: Int64?) {
            self.code = code
            self.number = number
        }
    }

    /// The result of a completed request.
    package struct Completion: Hashable, Sendable {
        /// The instant at which it was completed.
        package let at: Instant
        /// The number of renewal dates that were extended.
        package let succeeded: Int64
        /// The number of renewal dates that could not be extended.
        package let failed: Int64

        /// Creates a completion with these values.
        package init(at: Instant, succeeded: Int64, failed: Int64) {
            self.at = at
            self.succeeded = succeeded
            self.failed = failed
        }
    }

    /// The ID under which Apple knows the request.
    package let id: RenewalExtensionID
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The subscriptions.
    package let target: Target
    /// The number of days, 1 to 90.
    package let days: Int
    /// Apple's number of the reason.
    package let reasonCode: Int32
    /// The instant of the request.
    package let orderedAt: Instant
    /// The name of the operator or key that made the request.
    package let orderedBy: String
    /// The instant at which Apple accepted it; `nil` before.
    package var acceptedAt: Instant?
    /// The result, once Apple has stated it.
    package var completion: Completion?
    /// Apple's permanent refusal, if there is one.
    package var refusal: Refusal?
    /// The new renewal date of one subscription, as Apple stated it; the signed transaction is what counts.
    package var renewsAt: Instant?

    /// Creates a request with these values; by default it has no result yet.
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

    /// Returns this request with the result of an attempt to send it.
    ///
    /// An acceptance is never replaced by a refusal of another attempt, and replaces an earlier refusal. A completed
    /// request remains completed.
    package func joined(with attempt: Self) -> Self {
        var joined = self
        joined.acceptedAt = self.acceptedAt ?? attempt.acceptedAt
        joined.renewsAt = self.renewsAt ?? attempt.renewsAt
        let isRefusedLate = attempt.refusal != nil && self.acceptedAt != nil
        let isAcceptedLate = self.refusal != nil && attempt.acceptedAt != nil
        if !isRefusedLate, isAcceptedLate || self.completion == nil {
            joined.completion = attempt.completion
            joined.refusal = attempt.refusal
        }
        return joined
    }

    /// Returns whether another request asks for the same, regardless of who made it and when.
    package func asksSame(as other: Self) -> Bool {
        self.app == other.app && self.environment == other.environment && self.target == other.target
            && self.days == other.days && self.reasonCode == other.reasonCode
    }
}

/// The ID of a request to extend renewal dates: a UUID in lower case.
package typealias RenewalExtensionID = Identifier<RenewalExtension>

/// A subscription whose renewal date could not be extended together with the others of its product.
package struct ExtensionFailure: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The product.
    package let productID: ProductID
    /// The subscription.
    package let originalTransactionID: OriginalTransactionID
    /// The instant at which Apple stated it.
    package let at: Instant

    /// Creates a failure with these values.
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

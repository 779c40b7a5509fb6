package import Ledger

extension SQLRepository {
    /// Stores a new request to extend renewal dates, or returns the one that is stored under its id.
    package func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension {
        try await self.write { session in try session.create(order) }
    }

    /// Returns the request to extend renewal dates with this id.
    package func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> RenewalExtension? {
        try await self.read { session in
            try session.renewalExtension(id, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns the requests to extend renewal dates without an outcome, oldest first, after one of them.
    package func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.read { session in
            let name = ScopeName(app: app, environment: environment)
            return try session.openRenewalExtensions(in: name, after: order, limit: limit)
        }
    }

    /// Stores the outcome of a request to extend renewal dates.
    package func keep(_ order: RenewalExtension) async throws(RepositoryError) {
        try await self.write { session in try session.keep(order) }
    }

    /// Returns the requests to extend renewal dates, newest first.
    package func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.read { session in
            try session.renewalExtensions(in: ScopeName(app: app, environment: environment), limit: limit)
        }
    }

    /// Stores a renewal date that could not be extended.
    package func keep(_ failure: ExtensionFailure) async throws(RepositoryError) {
        try await self.write { session in try session.keep(failure) }
    }

    /// Returns the renewal dates that could not be extended since a request was made.
    package func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure] {
        try await self.read { session in try session.failures(of: order, limit: limit) }
    }

    /// Stores a signature of an offer, unless that would exceed a limit.
    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(signed, within: limit) }
    }

    /// Removes a signature of an offer.
    package func discard(_ signed: SignedOffer) async throws(RepositoryError) {
        try await self.write { session in try session.discard(signed) }
    }

    /// Returns when an offer of a product was signed for a customer since an instant.
    package func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant] {
        try await self.read { session in
            try session.signatures(of: offer, productID, for: customer, app: app, since: since)
        }
    }
}

extension Query {
    private static let extensionColumns =
        "request, product, original, days, reason_code, storefronts, ordered_at, ordered_by, accepted_at, completed_at, "
        + "succeeded, failed, refusal, apple_number, renews_at"

    /// The columns of the outcome of a request, which change together.
    private static let extensionOutcome = ["completed_at", "succeeded", "failed", "refusal", "apple_number"]
    /// Whether the stored outcome stays: an acceptance is never replaced by a refusal of another attempt, and replaces
    /// an earlier refusal.
    private static let keepsExtensionOutcome = """
        CASE WHEN excluded.refusal IS NOT NULL AND extension_order.accepted_at IS NOT NULL THEN TRUE
        WHEN extension_order.refusal IS NOT NULL AND excluded.accepted_at IS NOT NULL THEN FALSE
        ELSE extension_order.completed_at IS NOT NULL END
        """

    /// The SQL of the statements on requests to Apple and signed offers.
    var appStoreRequestSQL: String {
        switch self {
        case .insertExtension:
            """
            INSERT INTO extension_order (scope, \(Self.extensionColumns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, request) DO NOTHING
            """
        case .putExtension:
            """
            INSERT INTO extension_order (scope, \(Self.extensionColumns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, request) DO UPDATE SET accepted_at = ifnull(extension_order.accepted_at, excluded.accepted_at),
            \(Self.extensionOutcome.map { "\($0) = CASE WHEN \(Self.keepsExtensionOutcome) THEN extension_order.\($0) ELSE excluded.\($0) END" }
                .joined(separator: ", ")),
            renews_at = ifnull(extension_order.renews_at, excluded.renews_at)
            """
        case .extensionByRequest:
            "SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ? AND request = ?"
        case .openExtensions:
            """
            SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ? AND completed_at IS NULL
            AND (ordered_at, request) > (?, ?) ORDER BY ordered_at, request LIMIT ?
            """
        case .extensions:
            """
            SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ?
            ORDER BY ordered_at DESC, request DESC LIMIT ?
            """
        case .insertExtensionFailure:
            "INSERT INTO extension_failure (scope, product, at, original) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        case .extensionFailures:
            """
            SELECT original, at FROM extension_failure WHERE scope = ? AND product = ? AND at >= ?
            ORDER BY at, original LIMIT ?
            """
        case .insertSignedOffer:
            "INSERT INTO signed_offer (app, customer, product, offer, signed_at, nonce) VALUES (?, ?, ?, ?, ?, ?)"
        case .deleteSignedOffer:
            """
            DELETE FROM signed_offer
            WHERE app = ? AND customer = ? AND product = ? AND offer = ? AND signed_at = ? AND nonce = ?
            """
        case .signedOffers:
            """
            SELECT signed_at FROM signed_offer
            WHERE app = ? AND customer = ? AND product = ? AND offer = ? AND signed_at >= ? ORDER BY signed_at
            """
        default: self.accessKeySQL
        }
    }
}

import Ledger

/// The statements on requests to Apple, and on signed offers.
package struct AppStoreRequestStatements: Sendable {
    package let insertExtension = SQLStatement(
        """
        INSERT INTO extension_order (scope, \(Self.extensionColumns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, request) DO NOTHING
        """
    )
    package let putExtension = SQLStatement(
        """
        INSERT INTO extension_order (scope, \(Self.extensionColumns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, request) DO UPDATE SET accepted_at = excluded.accepted_at,
        completed_at = excluded.completed_at, succeeded = excluded.succeeded, failed = excluded.failed,
        refusal = excluded.refusal, apple_number = excluded.apple_number, renews_at = excluded.renews_at
        """
    )
    package let extensionByRequest = SQLStatement(
        "SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ? AND request = ?"
    )
    package let openExtensions = SQLStatement(
        """
        SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ? AND completed_at IS NULL
        AND (ordered_at, request) > (?, ?) ORDER BY ordered_at, request LIMIT ?
        """
    )
    package let extensions = SQLStatement(
        """
        SELECT \(Self.extensionColumns) FROM extension_order WHERE scope = ?
        ORDER BY ordered_at DESC, request DESC LIMIT ?
        """
    )
    package let insertExtensionFailure = SQLStatement(
        "INSERT INTO extension_failure (scope, product, at, original) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    )
    package let extensionFailures = SQLStatement(
        """
        SELECT original, at FROM extension_failure WHERE scope = ? AND product = ? AND at >= ?
        ORDER BY at, original LIMIT ?
        """
    )
    package let insertSignedOffer = SQLStatement(
        "INSERT INTO signed_offer (app, customer, product, offer, signed_at, nonce) VALUES (?, ?, ?, ?, ?, ?)"
    )
    package let deleteSignedOffer = SQLStatement(
        """
        DELETE FROM signed_offer
        WHERE app = ? AND customer = ? AND product = ? AND offer = ? AND signed_at = ? AND nonce = ?
        """
    )
    package let signedOffers = SQLStatement(
        """
        SELECT signed_at FROM signed_offer
        WHERE app = ? AND customer = ? AND product = ? AND offer = ? AND signed_at >= ? ORDER BY signed_at
        """
    )

    private static let extensionColumns =
        "request, product, original, days, reason_code, storefronts, ordered_at, ordered_by, accepted_at, completed_at, "
        + "succeeded, failed, refusal, apple_number, renews_at"
}

extension SQLStatement {
    /// The statements on requests to Apple, and on signed offers.
    package static let appStoreRequests = AppStoreRequestStatements()
}

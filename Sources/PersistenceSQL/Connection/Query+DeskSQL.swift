extension Query {
    /// The statement of what was ordered from Apple, and which offers were signed.
    var deskSQL: String {
        switch self {
        case .putExtension:
            """
            INSERT INTO extension_order (scope, request, product, days, reason, storefronts, ordered_at, ordered_by,
            accepted_at, completed_at, succeeded, failed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, request) DO UPDATE SET accepted_at = ifnull(extension_order.accepted_at, excluded.accepted_at),
            completed_at = ifnull(extension_order.completed_at, excluded.completed_at),
            succeeded = ifnull(extension_order.succeeded, excluded.succeeded), failed = ifnull(extension_order.failed, excluded.failed)
            """
        case .extensions:
            """
            SELECT request, product, days, reason, storefronts, ordered_at, ordered_by, accepted_at, completed_at,
            succeeded, failed FROM extension_order WHERE scope = ? ORDER BY ordered_at DESC, request DESC LIMIT ?
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
        default: self.accessSQL
        }
    }
}

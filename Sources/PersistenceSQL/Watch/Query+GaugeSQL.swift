extension Query {
    /// The statement of what gauges measure.
    var gaugeSQL: String {
        switch self {
        case .renewedCount:
            """
            SELECT count(*) FROM sale WHERE scope = ? AND sold_at >= ? AND sold_at < ? AND kind = 0 AND period = 2
            """
        case .endedPeriodCounts:
            """
            SELECT ifnull(sum(CASE WHEN \(Self.isHeard) THEN \(Self.weight) ELSE 0 END), 0),
            ifnull(sum(CASE WHEN \(Self.isHeard) THEN 0 ELSE \(Self.weight) END), 0),
            ifnull(sum(CASE WHEN \(Self.isHeard) THEN 0 ELSE 1 END), 0)
            \(Self.endedPeriods)
            """
        case .silentPeriods:
            """
            SELECT original.apple_id \(Self.endedPeriods) AND NOT (\(Self.isHeard))
            ORDER BY renewal.renewal_at LIMIT ?
            """
        case .subscriptionNearSale:
            """
            SELECT original.apple_id FROM (
                SELECT scope, transaction_id FROM sale WHERE scope = ? AND sold_at <= ? ORDER BY sold_at DESC LIMIT 200
            ) AS sold
            CROSS JOIN store_id ON store_id.scope = sold.scope AND store_id.apple_id = sold.transaction_id
            CROSS JOIN original ON original.id = ifnull(store_id.home, store_id.original)
            CROSS JOIN renewal ON renewal.original = original.id CROSS JOIN terms ON terms.id = renewal.terms
            WHERE renewal.renewal_at >= ? AND renewal.renewal_at < ? AND original.root IS NULL
            AND (renewal.renewal_at > ? OR (terms.auto_renew = 1 AND NOT (\(Self.isOver)))) LIMIT 1
            """
        case .sandboxCustomers:
            """
            SELECT delivery.owner, delivery.state FROM sale
            CROSS JOIN delivery ON delivery.scope = sale.scope AND delivery.transaction_id = sale.transaction_id
            WHERE sale.scope = ? AND sale.sold_at >= ? AND sale.kind = 0 AND delivery.owner IS NOT NULL
            """
        // SQLite is not asked: its files are looked at.
        case .databaseBytes: "SELECT 0"
        default: preconditionFailure("Every query has its statement.")
        }
    }

    /// For how many subscriptions one of the sample stands.
    private static let weight = "CASE WHEN renewal.original <= 200000 THEN 1 ELSE 64 END"

    /// The subscriptions whose period ended within a span, and whose newest statement says that they renew: all of the
    /// first 200,000, and one in 64 of the later ones, which is what the index has.
    private static let endedPeriods = """
        FROM renewal CROSS JOIN original ON original.id = renewal.original CROSS JOIN terms ON terms.id = renewal.terms
        WHERE renewal.renewal_at >= ? AND renewal.renewal_at < ?
        AND (renewal.original <= 200000 OR renewal.original % 64 = 0) AND original.scope = ? AND original.root IS NULL
        AND terms.auto_renew = 1
        """

    /// Whether Apple has said something of a subscription since its period ended.
    private static let isHeard =
        "renewal.signed_at >= renewal.renewal_at OR ifnull(original.stated_at >= renewal.renewal_at, 1 = 0)"

    /// Whether Apple has said since a subscription's period ended that it expired or was revoked.
    private static let isOver =
        "ifnull(original.stated_at >= renewal.renewal_at, 1 = 0) AND ifnull(original.status IN (2, 5), 1 = 0)"
}

extension Query {
    /// The statement of sales and of their derivation for earlier chains.
    var saleSQL: String {
        switch self {
        case .putSale:
            """
            INSERT INTO sale (scope, sold_at, transaction_id, kind, part, product, storefront, currency, price, quantity,
            units, period, has_offer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, sold_at, transaction_id, kind) DO UPDATE SET part = excluded.part,
            product = excluded.product, storefront = excluded.storefront, currency = excluded.currency,
            price = excluded.price, quantity = excluded.quantity, units = excluded.units, period = excluded.period,
            has_offer = excluded.has_offer
            """
        case .deleteSale: "DELETE FROM sale WHERE scope = ? AND sold_at = ? AND transaction_id = ? AND kind = ?"
        case .sales:
            """
            \(Self.saleColumns) WHERE scope = ? AND sold_at >= ? AND sold_at < ?
            ORDER BY sold_at, transaction_id, kind LIMIT ?
            """
        case .salesAfter:
            """
            \(Self.saleColumns) WHERE scope = ? AND (sold_at, transaction_id, kind) > (?, ?, ?) AND sold_at < ?
            ORDER BY sold_at, transaction_id, kind LIMIT ?
            """
        case .saleDerivation: "SELECT derived, through FROM sale_derivation WHERE id = 1"
        case .originalsToDerive:
            """
            SELECT original.id, original.scope, scope.app, scope.environment
            FROM original CROSS JOIN scope ON scope.id = original.scope
            WHERE original.id > ? AND original.id <= ? ORDER BY original.id LIMIT ?
            """
        case .moveSaleDerivation: "UPDATE sale_derivation SET derived = ? WHERE id = 1"
        case .endSaleDerivation: "DELETE FROM sale_derivation WHERE id = 1"
        default: self.gaugeSQL
        }
    }

    private static let saleColumns = """
        SELECT sold_at, transaction_id, kind, part, product, storefront, currency, price, quantity, units, period, has_offer
        FROM sale
        """
}

import GRDB

/// What finds the payment of an order, a customer's open orders and deliveries, and what repays what, without going through
/// all of them.
enum FoundPayments {
    /// Adds the column and the indexes.
    static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                -- The earliest purchase that may pay for an order whose token stood for the customer before.
                ALTER TABLE purchase_order ADD COLUMN pays_from INTEGER;
                CREATE INDEX purchase_order_open ON purchase_order (owner, id) WHERE queue = 1;
                CREATE INDEX delivery_owner_state ON delivery (owner, state, id) WHERE owner IS NOT NULL;
                CREATE INDEX wallet_repayment_lender ON wallet_repayment (wallet, lender);
                """
        )
    }
}

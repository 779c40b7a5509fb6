/// What finds the payment of an order, a customer's open orders and deliveries, and what repays what.
enum FoundPaymentTables {
    /// The statements that make it.
    static let sql = """
        ALTER TABLE purchase_order ADD COLUMN pays_from bigint;
        CREATE INDEX purchase_order_open ON purchase_order (owner, id) WHERE queue = 1;
        CREATE INDEX delivery_owner_state ON delivery (owner, state, id) WHERE owner IS NOT NULL;
        CREATE INDEX wallet_repayment_lender ON wallet_repayment (wallet, lender);
        """
}

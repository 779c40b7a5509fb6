/// The columns of orders to extend the renewal date of one subscription, and of why Apple refused an order.
enum ExtensionTables {
    /// The statements that add them.
    static let sql = """
        ALTER TABLE extension_order
            ADD COLUMN original text COLLATE "C" CHECK ((original IS NULL) = (product <> '')),
            ADD COLUMN refusal text COLLATE "C" CHECK (refusal IS NULL OR completed_at IS NOT NULL),
            ADD COLUMN apple_number bigint CHECK (apple_number IS NULL OR refusal IS NOT NULL),
            ADD COLUMN renews_at bigint CHECK (renews_at IS NULL OR original IS NOT NULL);
        CREATE INDEX extension_order_open ON extension_order (scope, ordered_at, request) WHERE completed_at IS NULL;
        """
}

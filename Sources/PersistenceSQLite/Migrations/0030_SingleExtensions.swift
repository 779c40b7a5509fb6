import GRDB

/// Orders to extend the renewal date of one subscription, and why Apple refused an order.
enum SingleExtensions {
    /// Adds the columns.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- An order is for one subscription, or for a product; without a product the name of the product is empty.
        ALTER TABLE extension_order ADD COLUMN original TEXT CHECK ((original IS NULL) = (product <> ''));
        -- Why Apple will never do it: our code, and Apple's number.
        ALTER TABLE extension_order ADD COLUMN refusal TEXT CHECK (refusal IS NULL OR completed_at IS NOT NULL);
        ALTER TABLE extension_order ADD COLUMN apple_number INTEGER CHECK (apple_number IS NULL OR refusal IS NOT NULL);
        -- The new renewal date of one subscription.
        ALTER TABLE extension_order ADD COLUMN renews_at INTEGER CHECK (renews_at IS NULL OR original IS NOT NULL);
        CREATE INDEX extension_order_open ON extension_order (scope, ordered_at, request) WHERE completed_at IS NULL;
        """
}

/// The tables of orders to Apple to extend renewal dates.
enum ExtensionTables {
    /// The statements that make them.
    static let sql = """
        -- Requests to extend renewal dates, stored before Apple receives them: for all subscribers of a product, or for
        -- one original, whose product is empty. Refusal and Apple's number say why Apple will never do it; renews at is
        -- the new date of one subscription.
        CREATE TABLE extension_order (
            scope INTEGER NOT NULL REFERENCES scope (id),
            request TEXT NOT NULL,
            product TEXT NOT NULL,
            original TEXT CHECK ((original IS NULL) = (product <> '')),
            days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 90),
            reason_code INTEGER NOT NULL,
            storefronts TEXT NOT NULL,
            ordered_at INTEGER NOT NULL,
            ordered_by TEXT NOT NULL,
            accepted_at INTEGER,
            completed_at INTEGER,
            succeeded INTEGER,
            failed INTEGER,
            refusal TEXT CHECK (refusal IS NULL OR completed_at IS NOT NULL),
            apple_number INTEGER CHECK (apple_number IS NULL OR refusal IS NOT NULL),
            renews_at INTEGER CHECK (renews_at IS NULL OR original IS NOT NULL),
            PRIMARY KEY (scope, request),
            CHECK ((completed_at IS NULL) = (succeeded IS NULL) AND (completed_at IS NULL) = (failed IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX extension_order_newest ON extension_order (scope, ordered_at);
        CREATE INDEX extension_order_open ON extension_order (scope, ordered_at, request) WHERE completed_at IS NULL;

        -- The subscriptions that Apple did not extend with the others.
        CREATE TABLE extension_failure (
            scope INTEGER NOT NULL REFERENCES scope (id),
            product TEXT NOT NULL,
            at INTEGER NOT NULL,
            original TEXT NOT NULL,
            PRIMARY KEY (scope, product, at, original)
        ) STRICT, WITHOUT ROWID;
        """
}

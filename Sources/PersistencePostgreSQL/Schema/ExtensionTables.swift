/// The tables of requests to Apple to extend renewal dates.
enum ExtensionTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE extension_order (
            scope bigint NOT NULL REFERENCES scope (id),
            request text COLLATE "C" NOT NULL,
            product text COLLATE "C" NOT NULL,
            original text COLLATE "C" CHECK ((original IS NULL) = (product <> '')),
            days bigint NOT NULL CHECK (days BETWEEN 1 AND 90),
            reason_code bigint NOT NULL,
            storefronts text COLLATE "C" NOT NULL,
            ordered_at bigint NOT NULL,
            ordered_by text COLLATE "C" NOT NULL,
            accepted_at bigint,
            completed_at bigint,
            succeeded bigint,
            failed bigint,
            refusal text COLLATE "C" CHECK (refusal IS NULL OR completed_at IS NOT NULL),
            apple_number bigint CHECK (apple_number IS NULL OR refusal IS NOT NULL),
            renews_at bigint CHECK (renews_at IS NULL OR original IS NOT NULL),
            PRIMARY KEY (scope, request),
            CHECK ((completed_at IS NULL) = (succeeded IS NULL) AND (completed_at IS NULL) = (failed IS NULL))
        );
        CREATE INDEX extension_order_newest ON extension_order (scope, ordered_at);
        CREATE INDEX extension_order_open ON extension_order (scope, ordered_at, request) WHERE completed_at IS NULL;

        CREATE TABLE extension_failure (
            scope bigint NOT NULL REFERENCES scope (id),
            product text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            original text COLLATE "C" NOT NULL,
            PRIMARY KEY (scope, product, at, original)
        );
        """
}

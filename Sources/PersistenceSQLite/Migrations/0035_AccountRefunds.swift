import GRDB

/// What finds the refunds of an Apple Account.
enum AccountRefunds {
    /// Adds the columns and the index.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    private static let schema = """
        -- Which Apple Account paid, what was bought once, and since when a refund stands; without an Apple Account none counts.
        ALTER TABLE refund_case ADD COLUMN account ANY CHECK (typeof(account) IN ('integer', 'text', 'null'));
        ALTER TABLE refund_case ADD COLUMN purchase TEXT;
        ALTER TABLE refund_case ADD COLUMN refunded_at INTEGER CHECK (refunded_at IS NULL OR account IS NOT NULL);
        UPDATE refund_case SET account = (
            SELECT snapshot.app_transaction_id FROM store_id CROSS JOIN snapshot
            ON snapshot.original = ifnull(store_id.home, store_id.original)
            AND snapshot.transaction_id = refund_case.transaction_id
            WHERE store_id.scope = refund_case.scope AND store_id.apple_id = refund_case.transaction_id
            AND snapshot.app_transaction_id IS NOT NULL
            ORDER BY snapshot.ordinal LIMIT 1
        );
        -- Words are kept in their order: the first refund after the last reversal stands.
        UPDATE refund_case SET refunded_at = (
            SELECT min(json_extract(word.value, '$.at')) FROM json_each(content, '$.words') AS word
            WHERE json_extract(word.value, '$.kind') = 'refunded'
            AND word.key > ifnull((
                SELECT max(former.key) FROM json_each(content, '$.words') AS former
                WHERE json_extract(former.value, '$.kind') = 'reversed'
            ), -1)
        )
        WHERE account IS NOT NULL;
        CREATE INDEX refund_case_account ON refund_case (scope, account, refunded_at, id) WHERE refunded_at IS NOT NULL;
        """
}

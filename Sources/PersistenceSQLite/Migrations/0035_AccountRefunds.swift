import GRDB

/// What finds the refunds of an Apple Account.
enum AccountRefunds {
    /// Adds the columns and the index.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: Self.schema)
    }

    /// The original transaction id that a snapshot names.
    private static let original = "ifnull(json_extract(snapshot.rare, '$.originalID'), original.apple_id)"

    /// An id as a part of a purchase's spelling.
    private static func part(_ id: String) -> String { "replace(replace(\(id), '%', '%25'), ':', '%3A')" }

    private static let schema = """
        -- Which Apple Account paid, what was bought once, and since when a refund stands; without an Apple Account none counts.
        ALTER TABLE refund_case ADD COLUMN account ANY CHECK (typeof(account) IN ('integer', 'text', 'null'));
        ALTER TABLE refund_case ADD COLUMN purchase TEXT;
        ALTER TABLE refund_case ADD COLUMN refunded_at INTEGER CHECK (refunded_at IS NULL OR account IS NOT NULL);
        -- An empty blob stands for the Apple Account of the original. A purchase is spelt as in PurchaseKey;
        -- what is written under another original than it names says so among what is rare.
        UPDATE refund_case SET (account, purchase) = (
            SELECT CASE WHEN app_transaction_id = x'' THEN original.account ELSE app_transaction_id END,
            CASE WHEN kind = 0 THEN 'owned:' || \(Self.part(Self.original))
            WHEN kind = 1 AND line_item_id IS NULL
            THEN 'begun:' || \(Self.part(Self.original)) || ':' || purchased_at
            WHEN kind = 1 THEN 'period:' || \(Self.part(Self.original)) || ':' || \(Self.part("line_item_id"))
            ELSE 'single:' || \(Self.part("snapshot.transaction_id")) END
            FROM store_id CROSS JOIN snapshot
            ON snapshot.original = ifnull(store_id.home, store_id.original)
            AND snapshot.transaction_id = refund_case.transaction_id
            JOIN original ON original.id = snapshot.original
            JOIN terms ON terms.id = snapshot.terms
            WHERE store_id.scope = refund_case.scope AND store_id.apple_id = refund_case.transaction_id
            ORDER BY app_transaction_id IS NULL, line_item_id IS NULL, snapshot.ordinal LIMIT 1
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

/// The tokens of orders, in rows of their own.
enum OrderTokenTables {
    /// The statements that make the table and move there what was made for orders that are kept.
    static let sql = """
        CREATE TABLE order_token (
            app bigint NOT NULL REFERENCES app (id),
            token bytea NOT NULL CHECK (length(token) = 16),
            customer bigint NOT NULL REFERENCES customer (id),
            PRIMARY KEY (app, token)
        );
        INSERT INTO order_token (app, token, customer)
        SELECT made.app, made.token, known.customer FROM purchase_order AS made
        JOIN account_token AS known ON known.app = made.app AND known.digest = \(Self.digest(of: "made.token"))
        JOIN customer ON customer.id = known.customer
        WHERE made.pays_from IS NULL AND (
            position(made.token IN coalesce(customer.tokens, ''::bytea)) > 0
            OR EXISTS (
                SELECT 1 FROM owned_original JOIN original ON original.id = owned_original.original
                WHERE owned_original.owner = known.customer AND original.token = made.token
            )
        )
        ON CONFLICT (app, token) DO NOTHING;
        UPDATE customer SET tokens = (
            SELECT string_agg(part.token, ''::bytea ORDER BY part.place)
            FROM (
                SELECT place, substr(customer.tokens, place * 16 + 1, 16) AS token
                FROM generate_series(0, length(customer.tokens) / 16 - 1) AS place
            ) AS part
            WHERE NOT EXISTS (
                SELECT 1 FROM order_token WHERE order_token.app = customer.app AND order_token.token = part.token
            )
        )
        WHERE tokens IS NOT NULL AND id IN (SELECT order_token.customer FROM order_token);
        DELETE FROM account_token USING order_token
        WHERE account_token.app = order_token.app AND account_token.customer = order_token.customer
        AND account_token.digest = \(Self.digest(of: "order_token.token"))
        AND NOT EXISTS (
            SELECT 1 FROM customer CROSS JOIN generate_series(0, length(customer.tokens) / 16 - 1) AS place
            WHERE customer.id = account_token.customer
            AND \(Self.digest(of: "substr(customer.tokens, place * 16 + 1, 16)")) = account_token.digest
        )
        AND NOT EXISTS (
            SELECT 1 FROM owned_original JOIN original ON original.id = owned_original.original
            WHERE owned_original.owner = account_token.customer AND original.token IS NOT NULL
            AND \(Self.digest(of: "original.token")) = account_token.digest
            AND NOT EXISTS (
                SELECT 1 FROM order_token AS made
                WHERE made.app = account_token.app AND made.token = original.token
            )
        );
        """

    /// The first four bytes of a token's SHA-256, as a number with a sign.
    private static func digest(of token: String) -> String {
        "('x' || encode(substr(sha256(\(token)), 1, 4), 'hex'))::bit(32)::integer::bigint"
    }
}

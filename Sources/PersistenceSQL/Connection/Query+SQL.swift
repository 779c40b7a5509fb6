extension Query {
    /// The SQL of the statement, with a question mark for each value.
    package var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .beginReading: "BEGIN DEFERRED"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .beginUnit: "SAVEPOINT unit"
        case .endUnit: "RELEASE unit"
        case .rollbackUnit: "ROLLBACK TO unit"
        case .beginPreview: "SAVEPOINT preview"
        case .rollbackPreview: "ROLLBACK TO preview"
        case .endPreview: "RELEASE preview"
        case .countProbe: "UPDATE counter SET probes = probes + 1 WHERE id = 1"
        case .countRepeat: "UPDATE counter SET repeats = repeats + 1 WHERE id = 1"
        case .countSubmission: "UPDATE counter SET submissions = submissions + 1 WHERE id = 1 RETURNING submissions"
        case .appByName: "SELECT id FROM app WHERE name = ?"
        case .insertApp: "INSERT INTO app (name) VALUES (?)"
        case .appName: "SELECT name FROM app WHERE id = ?"
        case .scopeByNumber: "SELECT app, environment FROM scope WHERE id = ?"
        case .scopeByName:
            """
            SELECT scope.id, app.id FROM app JOIN scope ON scope.app = app.id
            WHERE app.name = ? AND scope.environment = ?
            """
        case .environmentOfScope: "SELECT environment FROM scope WHERE id = ?"
        case .insertScope: "INSERT INTO scope (app, environment) VALUES (?, ?)"
        case .internedStringByText: "SELECT id FROM interned_string WHERE app = ? AND text = ?"
        case .insertInternedString: "INSERT INTO interned_string (app, text) VALUES (?, ?)"
        case .internedStringText: "SELECT text FROM interned_string WHERE id = ?"
        case .offerByTerms:
            """
            SELECT id FROM offer WHERE app = ? AND type = ? AND ifnull(identifier, 0) = ifnull(?, 0)
            AND ifnull(discount_type, 0) = ifnull(?, 0) AND ifnull(period, 0) = ifnull(?, 0)
            """
        case .insertOffer: "INSERT INTO offer (app, type, identifier, discount_type, period) VALUES (?, ?, ?, ?, ?)"
        case .offerTerms: "SELECT type, identifier, discount_type, period FROM offer WHERE id = ?"
        case .termsByValues:
            """
            SELECT id FROM terms WHERE app = ? AND product = ? AND kind IS NOT DISTINCT FROM ?
            AND reason IS NOT DISTINCT FROM ? AND next_product IS NOT DISTINCT FROM ?
            AND auto_renew IS NOT DISTINCT FROM ? AND offer IS NOT DISTINCT FROM ? AND price IS NOT DISTINCT FROM ?
            AND currency IS NOT DISTINCT FROM ? AND storefront IS NOT DISTINCT FROM ?
            """
        case .insertTerms:
            """
            INSERT INTO terms (app, product, kind, reason, next_product, auto_renew, offer, price, currency, storefront)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .terms:
            """
            SELECT product, kind, reason, next_product, auto_renew, offer, price, currency, storefront
            FROM terms WHERE id = ?
            """
        case .customerByName:
            """
            SELECT customer.id FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
            WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
            """
        case .insertName: "INSERT INTO customer_name (app, digest, customer) VALUES (?, ?, ?)"
        case .deleteName: "DELETE FROM customer_name WHERE app = ? AND digest = ? AND customer = ?"
        case .insertCustomer: "INSERT INTO customer (app, name) VALUES (?, ?)"
        case .customerName: "SELECT name, merged_into, erased_at FROM customer WHERE id = ?"
        case .insertToken: "INSERT INTO account_token (app, digest, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        case .customersByToken:
            """
            SELECT customer.id, customer.tokens
            FROM account_token CROSS JOIN customer ON customer.id = account_token.customer
            WHERE account_token.app = ? AND account_token.digest = ?
            """
        default: self.evidenceSQL
        }
    }
}

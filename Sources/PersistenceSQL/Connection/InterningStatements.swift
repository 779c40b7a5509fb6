/// The statements on interned values: apps, scopes, strings, offers and terms.
package struct InterningStatements: Sendable {
    package let appByName = SQLStatement("SELECT id FROM app WHERE name = ?")
    package let insertApp = SQLStatement("INSERT INTO app (name) VALUES (?)")
    package let appName = SQLStatement("SELECT name FROM app WHERE id = ?")
    package let scopeByNumber = SQLStatement("SELECT app, environment FROM scope WHERE id = ?")
    package let scopeByName = SQLStatement(
        """
        SELECT scope.id, app.id FROM app JOIN scope ON scope.app = app.id
        WHERE app.name = ? AND scope.environment = ?
        """
    )
    package let environmentOfScope = SQLStatement("SELECT environment FROM scope WHERE id = ?")
    package let insertScope = SQLStatement("INSERT INTO scope (app, environment) VALUES (?, ?)")
    package let internedStringByText = SQLStatement("SELECT id FROM interned_string WHERE app = ? AND text = ?")
    package let insertInternedString = SQLStatement("INSERT INTO interned_string (app, text) VALUES (?, ?)")
    package let internedStringText = SQLStatement("SELECT text FROM interned_string WHERE id = ?")
    package let offerByTerms = SQLStatement(
        """
        SELECT id FROM offer WHERE app = ? AND type = ? AND ifnull(identifier, 0) = ifnull(?, 0)
        AND ifnull(discount_type, 0) = ifnull(?, 0) AND ifnull(period, 0) = ifnull(?, 0)
        """
    )
    package let insertOffer = SQLStatement(
        "INSERT INTO offer (app, type, identifier, discount_type, period) VALUES (?, ?, ?, ?, ?)"
    )
    package let offerTerms = SQLStatement("SELECT type, identifier, discount_type, period FROM offer WHERE id = ?")
    package let termsByValues = SQLStatement(
        """
        SELECT id FROM terms WHERE app = ? AND product = ? AND kind IS NOT DISTINCT FROM ?
        AND reason IS NOT DISTINCT FROM ? AND next_product IS NOT DISTINCT FROM ?
        AND auto_renew IS NOT DISTINCT FROM ? AND offer IS NOT DISTINCT FROM ? AND price IS NOT DISTINCT FROM ?
        AND currency IS NOT DISTINCT FROM ? AND storefront IS NOT DISTINCT FROM ?
        """
    )
    package let insertTerms = SQLStatement(
        """
        INSERT INTO terms (app, product, kind, reason, next_product, auto_renew, offer, price, currency, storefront)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let terms = SQLStatement(
        """
        SELECT product, kind, reason, next_product, auto_renew, offer, price, currency, storefront
        FROM terms WHERE id = ?
        """
    )
}

extension SQLStatement {
    /// The statements on interned values: apps, scopes, strings, offers and terms.
    package static let interned = InterningStatements()
}

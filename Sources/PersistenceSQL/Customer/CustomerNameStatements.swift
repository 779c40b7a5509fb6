/// The statements on the names and tokens of customers.
package struct CustomerNameStatements: Sendable {
    package let customerByName = SQLStatement(
        """
        SELECT customer.id FROM customer_name CROSS JOIN customer ON customer.id = customer_name.customer
        WHERE customer_name.app = ? AND customer_name.digest = ? AND customer.name = ?
        """
    )
    package let insertName = SQLStatement("INSERT INTO customer_name (app, digest, customer) VALUES (?, ?, ?)")
    package let deleteName = SQLStatement("DELETE FROM customer_name WHERE app = ? AND digest = ? AND customer = ?")
    package let insertCustomer = SQLStatement("INSERT INTO customer (app, name) VALUES (?, ?)")
    package let customerName = SQLStatement("SELECT name, merged_into, erased_at FROM customer WHERE id = ?")
    package let insertToken = SQLStatement(
        "INSERT INTO account_token (app, digest, customer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    )
    package let customersByToken = SQLStatement(
        """
        SELECT customer.id, customer.tokens
        FROM account_token CROSS JOIN customer ON customer.id = account_token.customer
        WHERE account_token.app = ? AND account_token.digest = ?
        """
    )
}

extension SQLStatement {
    /// The statements on the names and tokens of customers.
    package static let names = CustomerNameStatements()
}

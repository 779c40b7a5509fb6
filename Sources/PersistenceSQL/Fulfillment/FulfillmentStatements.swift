/// The statements on fulfillments.
package struct FulfillmentStatements: Sendable {
    package let fulfillmentsOfOriginal = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE original = ? ORDER BY id"
    )
    package let fulfillmentByTransaction = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE scope = ? AND transaction_id = ?"
    )
    package let fulfillmentsOfApp = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let fulfillmentsInState = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let fulfillmentsOfOwner = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let fulfillmentsOfOwnerInState = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let dueFulfillments = SQLStatement(
        "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
    )
    package let oldestOpenFulfillment = SQLStatement(
        """
        SELECT open_since FROM fulfillment WHERE app = ? AND open_since >= ? AND state <> ? ORDER BY open_since LIMIT 1
        """
    )
    package let fulfillmentCountInState = SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM fulfillment WHERE app = ? AND state = ? LIMIT ?) AS found"
    )
    package let countedFulfillments = SQLStatement(
        "SELECT goods FROM fulfillment WHERE owner = ? AND scope = ? AND counts_at >= ?"
    )
    package let insertFulfillment = SQLStatement(
        """
        INSERT INTO fulfillment (app, scope, transaction_id, original, owner, state, due_at, lease, open_since, counts_at,
        goods, progress) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let putFulfillment = SQLStatement(
        """
        UPDATE fulfillment SET owner = ?, state = ?, due_at = ?, lease = ?, open_since = ?, counts_at = ?, progress = ?
        WHERE id = ?
        """
    )
    package let putOffFulfillment = SQLStatement("UPDATE fulfillment SET due_at = ? WHERE id = ?")

    private static let columns = "id, scope, transaction_id, original, owner, due_at, lease, goods, progress"
}

extension SQLStatement {
    /// The statements on fulfillments.
    package static let fulfillments = FulfillmentStatements()
}

extension Query {
    private static let columns = "id, scope, transaction_id, original, owner, due_at, lease, goods, progress"

    /// The SQL of the statements on fulfillments.
    var fulfillmentSQL: String {
        switch self {
        case .fulfillmentsOfOriginal: "SELECT \(Self.columns) FROM fulfillment WHERE original = ? ORDER BY id"
        case .fulfillmentByTransaction: "SELECT \(Self.columns) FROM fulfillment WHERE scope = ? AND transaction_id = ?"
        case .fulfillmentsOfApp: "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsInState:
            "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsOfOwner:
            "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsOfOwnerInState:
            "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .dueFulfillments:
            "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
        case .oldestOpenFulfillment:
            """
            SELECT open_since FROM fulfillment WHERE app = ? AND open_since >= ? AND state <> ? ORDER BY open_since LIMIT 1
            """
        case .fulfillmentCountInState:
            "SELECT count(*) FROM (SELECT 1 FROM fulfillment WHERE app = ? AND state = ? LIMIT ?) AS found"
        case .countedFulfillments: "SELECT goods FROM fulfillment WHERE owner = ? AND scope = ? AND counts_at >= ?"
        case .insertFulfillment:
            """
            INSERT INTO fulfillment (app, scope, transaction_id, original, owner, state, due_at, lease, open_since, counts_at,
            goods, progress) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .putFulfillment:
            """
            UPDATE fulfillment SET owner = ?, state = ?, due_at = ?, lease = ?, open_since = ?, counts_at = ?, progress = ?
            WHERE id = ?
            """
        case .putOffFulfillment: "UPDATE fulfillment SET due_at = ? WHERE id = ?"
        default: self.refundSQL
        }
    }
}

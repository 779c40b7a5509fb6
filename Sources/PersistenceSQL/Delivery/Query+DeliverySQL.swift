extension Query {
    private static let columns = "id, scope, transaction_id, original, owner, due_at, lease, goods, standing"

    /// The statement of what is to be handed over.
    var deliverySQL: String {
        switch self {
        case .deliveriesOfOriginal: "SELECT \(Self.columns) FROM delivery WHERE original = ? ORDER BY id"
        case .deliveryByTransaction: "SELECT \(Self.columns) FROM delivery WHERE scope = ? AND transaction_id = ?"
        case .deliveriesOfApp: "SELECT \(Self.columns) FROM delivery WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesInState:
            "SELECT \(Self.columns) FROM delivery WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesOfOwner: "SELECT \(Self.columns) FROM delivery WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesOfOwnerInState:
            "SELECT \(Self.columns) FROM delivery WHERE owner = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .dueDeliveries:
            "SELECT \(Self.columns) FROM delivery WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
        case .oldestOpenDelivery:
            """
            SELECT open_since FROM delivery WHERE app = ? AND open_since >= ? AND state <> ? ORDER BY open_since LIMIT 1
            """
        case .deliveryCountInState:
            "SELECT count(*) FROM (SELECT 1 FROM delivery WHERE app = ? AND state = ? LIMIT ?) AS found"
        case .countedDeliveries: "SELECT goods FROM delivery WHERE owner = ? AND scope = ? AND counts_at >= ?"
        case .insertDelivery:
            """
            INSERT INTO delivery (app, scope, transaction_id, original, owner, state, due_at, lease, open_since, counts_at,
            goods, standing) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .putDelivery:
            """
            UPDATE delivery SET owner = ?, state = ?, due_at = ?, lease = ?, open_since = ?, counts_at = ?, standing = ?
            WHERE id = ?
            """
        case .putOffDelivery: "UPDATE delivery SET due_at = ? WHERE id = ?"
        default: self.refundSQL
        }
    }
}

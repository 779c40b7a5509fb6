extension Query {
    /// The statement of kept receipts.
    var receiptSQL: String {
        switch self {
        case .putReceipt:
            """
            INSERT INTO kept_receipt (original, sealed, made_at, due_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (original) DO UPDATE SET sealed = excluded.sealed, made_at = excluded.made_at,
            due_at = excluded.due_at, failures = 0, lease = NULL WHERE excluded.made_at > kept_receipt.made_at
            """
        case .hastenReceipt:
            "UPDATE kept_receipt SET due_at = CASE WHEN due_at < ? THEN due_at ELSE ? END WHERE original = ?"
        case .dueReceipts:
            """
            SELECT kept_receipt.original, app.name, scope.environment, original.apple_id, kept_receipt.sealed,
            kept_receipt.made_at, kept_receipt.due_at, kept_receipt.failures
            FROM kept_receipt JOIN original ON original.id = kept_receipt.original
            JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
            WHERE kept_receipt.due_at <= ? ORDER BY kept_receipt.due_at LIMIT ?
            """
        case .leaseReceipt: "UPDATE kept_receipt SET due_at = ?, lease = ? WHERE original = ?"
        case .putOffReceipt:
            "UPDATE kept_receipt SET due_at = ?, failures = ?, lease = NULL WHERE original = ? AND lease = ?"
        case .forgetReceipt: "DELETE FROM kept_receipt WHERE original = ? AND lease = ?"
        case .forgetReceiptOfOriginal: "DELETE FROM kept_receipt WHERE original = ?"
        default: self.formSQL
        }
    }
}

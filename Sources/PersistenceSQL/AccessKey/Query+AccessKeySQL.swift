import Ledger

extension Query {
    private static let accessKeyColumns =
        "name, digest, app, kind, reach, title, created_at, created_by, revoked_at, revoked_by, used_at"

    /// The SQL of the statements on API keys, customers' tokens and stored answers.
    var accessKeySQL: String {
        switch self {
        case .insertAccessKey:
            """
            INSERT INTO access_key (\(Self.accessKeyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .accessKeyByDigest: "SELECT \(Self.accessKeyColumns) FROM access_key WHERE digest = ?"
        case .accessKeyByName: "SELECT \(Self.accessKeyColumns) FROM access_key WHERE name = ?"
        case .accessKeyNumber: "SELECT id FROM access_key WHERE name = ?"
        case .accessKeysBefore:
            "SELECT \(Self.accessKeyColumns) FROM access_key WHERE id < ? ORDER BY id DESC LIMIT ?"
        case .accessKeysOfApp:
            "SELECT \(Self.accessKeyColumns) FROM access_key WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?"
        case .revokeAccessKey:
            "UPDATE access_key SET revoked_at = ?, revoked_by = ? WHERE name = ? AND revoked_at IS NULL"
        case .useAccessKey:
            "UPDATE access_key SET used_at = ? WHERE name = ? AND ifnull(used_at, 0) < ?"
        case .insertCustomerToken:
            "INSERT INTO customer_token (app, digest, customer, minted_at, seen_at) VALUES (?, ?, ?, ?, ?)"
        case .customerByMintedToken: "SELECT customer, seen_at FROM customer_token WHERE app = ? AND digest = ?"
        case .useCustomerToken: "UPDATE customer_token SET seen_at = ? WHERE app = ? AND digest = ? AND seen_at < ?"
        case .unusedCustomerTokens:
            """
            SELECT app, digest, customer FROM customer_token WHERE is_kept = 0 AND seen_at < ? ORDER BY seen_at LIMIT ?
            """
        case .keepCustomerToken: "UPDATE customer_token SET is_kept = 1 WHERE app = ? AND digest = ?"
        case .deleteCustomerToken: "DELETE FROM customer_token WHERE app = ? AND digest = ?"
        case .customerTokenCount: "SELECT count(*) FROM customer_token WHERE app = ? AND customer = ?"
        case .deleteCustomerTokens: "DELETE FROM customer_token WHERE app = ? AND customer = ?"
        case .idempotentRequest:
            """
            SELECT content, lease_end, kept_until, lease, status, headers, body FROM idempotent_request
            WHERE sender = ? AND name = ?
            """
        case .idempotentLease: "SELECT lease FROM idempotent_request WHERE sender = ? AND name = ?"
        case .idempotentRequestCount:
            "SELECT count(*) FROM (SELECT 1 FROM idempotent_request WHERE sender = ? LIMIT ?) AS found"
        case .putIdempotentRequest:
            """
            INSERT INTO idempotent_request (sender, name, content, lease_end, kept_until, lease) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (sender, name) DO UPDATE SET content = excluded.content, lease_end = excluded.lease_end,
            kept_until = excluded.kept_until, lease = excluded.lease, status = NULL, headers = NULL, body = NULL
            """
        case .answerIdempotentRequest:
            """
            UPDATE idempotent_request SET status = ?, headers = ?, body = ?
            WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL
            """
        case .abandonIdempotentRequest:
            "DELETE FROM idempotent_request WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL"
        case .forgetIdempotentRequests:
            """
            DELETE FROM idempotent_request WHERE id IN
            (SELECT id FROM idempotent_request WHERE kept_until <= ? ORDER BY kept_until LIMIT ?)
            """
        default: self.catalogSQL
        }
    }
}

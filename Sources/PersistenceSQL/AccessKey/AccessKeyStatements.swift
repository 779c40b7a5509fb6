import Ledger

/// The statements on keys, customer tokens and stored answers.
package struct AccessKeyStatements: Sendable {
    package let insertAccessKey = SQLStatement(
        """
        INSERT INTO access_key (\(Self.accessKeyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let accessKeyByDigest = SQLStatement("SELECT \(Self.accessKeyColumns) FROM access_key WHERE digest = ?")
    package let accessKeyByName = SQLStatement("SELECT \(Self.accessKeyColumns) FROM access_key WHERE name = ?")
    package let accessKeyNumber = SQLStatement("SELECT id FROM access_key WHERE name = ?")
    package let accessKeysBefore = SQLStatement(
        "SELECT \(Self.accessKeyColumns) FROM access_key WHERE id < ? ORDER BY id DESC LIMIT ?"
    )
    package let accessKeysOfApp = SQLStatement(
        "SELECT \(Self.accessKeyColumns) FROM access_key WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?"
    )
    package let revokeAccessKey = SQLStatement(
        "UPDATE access_key SET revoked_at = ?, revoked_by = ? WHERE name = ? AND revoked_at IS NULL"
    )
    package let useAccessKey = SQLStatement(
        "UPDATE access_key SET used_at = ? WHERE name = ? AND ifnull(used_at, 0) < ?"
    )
    package let insertCustomerToken = SQLStatement(
        "INSERT INTO customer_token (app, digest, customer, minted_at, seen_at) VALUES (?, ?, ?, ?, ?)"
    )
    package let customerByMintedToken = SQLStatement(
        "SELECT customer, seen_at FROM customer_token WHERE app = ? AND digest = ?"
    )
    package let useCustomerToken = SQLStatement(
        "UPDATE customer_token SET seen_at = ? WHERE app = ? AND digest = ? AND seen_at < ?"
    )
    package let unusedCustomerTokens = SQLStatement(
        """
        SELECT app, digest, customer FROM customer_token WHERE is_kept = 0 AND seen_at < ? ORDER BY seen_at LIMIT ?
        """
    )
    package let keepCustomerToken = SQLStatement("UPDATE customer_token SET is_kept = 1 WHERE app = ? AND digest = ?")
    package let deleteCustomerToken = SQLStatement("DELETE FROM customer_token WHERE app = ? AND digest = ?")
    package let customerTokenCount = SQLStatement("SELECT count(*) FROM customer_token WHERE app = ? AND customer = ?")
    package let deleteCustomerTokens = SQLStatement("DELETE FROM customer_token WHERE app = ? AND customer = ?")
    package let idempotentRequest = SQLStatement(
        """
        SELECT content, lease_end, kept_until, lease, status, headers, body FROM idempotent_request
        WHERE sender = ? AND name = ?
        """
    )
    package let idempotentLease = SQLStatement("SELECT lease FROM idempotent_request WHERE sender = ? AND name = ?")
    package let idempotentRequestCount = SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM idempotent_request WHERE sender = ? LIMIT ?) AS found"
    )
    package let putIdempotentRequest = SQLStatement(
        """
        INSERT INTO idempotent_request (sender, name, content, lease_end, kept_until, lease) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (sender, name) DO UPDATE SET content = excluded.content, lease_end = excluded.lease_end,
        kept_until = excluded.kept_until, lease = excluded.lease, status = NULL, headers = NULL, body = NULL
        """
    )
    package let answerIdempotentRequest = SQLStatement(
        """
        UPDATE idempotent_request SET status = ?, headers = ?, body = ?
        WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL
        """
    )
    package let abandonIdempotentRequest = SQLStatement(
        "DELETE FROM idempotent_request WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL"
    )
    package let forgetIdempotentRequests = SQLStatement(
        """
        DELETE FROM idempotent_request WHERE id IN
        (SELECT id FROM idempotent_request WHERE kept_until <= ? ORDER BY kept_until LIMIT ?)
        """
    )

    private static let accessKeyColumns =
        "name, digest, app, kind, reach, title, created_at, created_by, revoked_at, revoked_by, used_at"
}

extension SQLStatement {
    /// The statements on keys, customer tokens and stored answers.
    package static let accessKeys = AccessKeyStatements()
}

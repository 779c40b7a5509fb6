/// The statements on chains.
package struct ChainStatements: Sendable {
    package let originalByID = SQLStatement(
        """
        SELECT original.id, original.apple_id, root, status, stated_at, published_at, due_at, asked_at, token, account,
        retention_requests
        FROM store_id JOIN original ON original.id = store_id.original
        WHERE store_id.scope = ? AND store_id.apple_id = ?
        """
    )
    package let takeOriginals = SQLStatement.takingNumbers(of: "original", "id")
    package let insertNumberedOriginal = SQLStatement(
        """
        INSERT INTO original (id, scope, apple_id, status, stated_at, events, published_at, due_at, ask_at, token, account,
        retention_requests) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    // Only where the chain was published, the date to ask Apple is replaced. Where any transaction may be missing, Apple
    // is asked about everything that the chain itself leaves open.
    package let putOriginal = SQLStatement(
        """
        UPDATE original SET status = ?, stated_at = ?, events = ifnull(?, events), published_at = ?, due_at = ?,
        ask_at = CASE WHEN ? = 1 AND ask_everything IS NULL THEN ? ELSE ask_at END, token = ?, account = ?,
        retention_requests = ? WHERE id = ?
        """
    )
    // A name and a claim of the same id come together or one after the other; what is null stays as it is.
    package let putStoreID = SQLStatement(
        """
        INSERT INTO store_id (scope, apple_id, original, home, owner, reason) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, apple_id) DO UPDATE SET original = ifnull(excluded.original, store_id.original),
        home = CASE WHEN excluded.reason IS NULL THEN store_id.home
        ELSE nullif(excluded.home, ifnull(excluded.original, store_id.original)) END,
        owner = CASE WHEN excluded.reason IS NULL THEN store_id.owner ELSE excluded.owner END,
        reason = ifnull(excluded.reason, store_id.reason)
        """
    )
    package let original = SQLStatement(
        """
        SELECT id, apple_id, root, status, stated_at, published_at, due_at, asked_at, token, account,
        retention_requests
        FROM original WHERE id = ?
        """
    )
    package let members = SQLStatement(
        """
        SELECT id, apple_id, root, status, stated_at, published_at, due_at, asked_at, token, account,
        retention_requests
        FROM original WHERE root = ? ORDER BY id
        """
    )
    package let setRoot = SQLStatement("UPDATE original SET root = ? WHERE id = ?")
    package let redirectJoined = SQLStatement("UPDATE original SET root = ? WHERE root = ?")
    package let leaveChain = SQLStatement(
        """
        UPDATE original SET due_at = NULL, ask_at = NULL, asked_at = NULL, ask_everything = NULL
        WHERE id = ?
        """
    )
    // Apple was asked about a part of the chain only.
    package let standForChain = SQLStatement("UPDATE original SET asked_at = NULL WHERE id = ?")
    // Only a transaction has a reason; its home is the original of its own id where no other is stored.
    package let homeByID = SQLStatement(
        """
        SELECT CASE WHEN reason IS NOT NULL THEN ifnull(home, original) END
        FROM store_id WHERE scope = ? AND apple_id = ?
        """
    )
    package let claim = SQLStatement(
        """
        SELECT owner, reason, ifnull(home, original)
        FROM store_id WHERE scope = ? AND apple_id = ? AND reason IS NOT NULL
        """
    )
    package let snapshots = SQLStatement(
        """
        SELECT snapshot.transaction_id, store_id.owner, store_id.reason, line_item_id, app_transaction_id, terms,
        purchased_at, expires_at, token, signed_at, digest, rare
        FROM snapshot CROSS JOIN store_id ON store_id.scope = ? AND store_id.apple_id = snapshot.transaction_id
        WHERE snapshot.original = ? ORDER BY snapshot.transaction_id, snapshot.ordinal
        """
    )
    package let insertSnapshot = SQLStatement(
        """
        INSERT INTO snapshot (original, transaction_id, ordinal, line_item_id, app_transaction_id, terms,
        purchased_at, expires_at, token, signed_at, digest, rare)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let deleteSnapshots = SQLStatement("DELETE FROM snapshot WHERE original = ? AND transaction_id = ?")
    package let renewal = SQLStatement(
        """
        SELECT terms, renewal_at, token, app_transaction_id, signed_at, digest, rare
        FROM renewal WHERE original = ?
        """
    )
    package let putRenewal = SQLStatement(
        """
        INSERT INTO renewal (original, terms, renewal_at, token, app_transaction_id, signed_at, digest, rare)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (original) DO UPDATE SET terms = excluded.terms, renewal_at = excluded.renewal_at,
        token = excluded.token, app_transaction_id = excluded.app_transaction_id, signed_at = excluded.signed_at,
        digest = excluded.digest, rare = excluded.rare
        """
    )
    package let insertRenewalEvidence = SQLStatement(
        """
        INSERT INTO renewal_evidence (original, signed_at, digest, renewal_at, auto_renew, token, grace_end, partial)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let renewalEvidence = SQLStatement(
        """
        SELECT signed_at, digest, renewal_at, auto_renew, token, grace_end, partial FROM renewal_evidence
        WHERE original = ?
        """
    )
    package let signedRefunds = SQLStatement(
        "SELECT transaction_id, kind, signed_at FROM signed_refund WHERE original = ?"
    )
    package let putSignedRefund = SQLStatement(
        """
        INSERT INTO signed_refund (original, transaction_id, kind, signed_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (original, transaction_id, kind) DO UPDATE SET signed_at = excluded.signed_at
        """
    )
}

extension SQLStatement {
    /// The statements on chains.
    package static let chains = ChainStatements()
}

/// The statements on refund cases, policies and their trials.
package struct RefundStatements: Sendable {
    package let refundByTransaction = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE scope = ? AND transaction_id = ?"
    )
    package let refundsOfApp = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let refundsByStatus = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let refundsOfOwner = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
    )
    package let newestRefundsOfApp = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?"
    )
    package let newestRefundsByStatus = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND state = ? AND id < ? ORDER BY id DESC LIMIT ?"
    )
    package let newestRefundsOfOwner = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE owner = ? AND id < ? ORDER BY id DESC LIMIT ?"
    )
    package let refundsOpened = SQLStatement(
        """
        SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND (opened_at, id) > (?, ?)
        ORDER BY opened_at, id LIMIT ?
        """
    )
    package let refundsOfAccount = SQLStatement(
        """
        SELECT transaction_id, purchase, refunded_at FROM refund_case
        WHERE scope = ? AND account = ? AND refunded_at < ? ORDER BY refunded_at DESC, id DESC LIMIT ?
        """
    )
    package let putOffRefund = SQLStatement("UPDATE refund_case SET due_at = ? WHERE id = ?")
    // State 1 is held, 3 is withheld.
    package let wakeRefunds = SQLStatement(
        "UPDATE refund_case SET due_at = ?, lease = NULL WHERE owner = ? AND state IN (1, 3)"
    )
    package let dueRefunds = SQLStatement(
        "SELECT \(Self.refundColumns) FROM refund_case WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
    )
    package let insertRefund = SQLStatement(
        """
        INSERT INTO refund_case (app, scope, transaction_id, owner, state, due_at, lease, opened_at, account, purchase,
        refunded_at, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let putRefund = SQLStatement(
        """
        UPDATE refund_case SET owner = ?, state = ?, due_at = ?, lease = ?, opened_at = ?, account = ?, purchase = ?,
        refunded_at = ?, content = ? WHERE id = ?
        """
    )
    package let insertRefundPolicy = SQLStatement(
        """
        INSERT INTO refund_policy (app, version, content, published_at, published_by, reason) VALUES (?, ?, ?, ?, ?, ?)
        """
    )
    package let refundPolicies = SQLStatement(
        """
        SELECT kept.version, content, published_at, published_by, reason, seed, share, minimum_cases, maximum_cases,
        ending, ended_at, ended_by FROM refund_policy AS kept
        LEFT JOIN refund_trial AS trial ON trial.app = kept.app AND trial.version = kept.version
        WHERE kept.app = ? AND kept.version < ? ORDER BY kept.version DESC LIMIT ?
        """
    )
    package let insertRefundTrial = SQLStatement(
        "INSERT INTO refund_trial (app, version, seed, share, minimum_cases, maximum_cases) VALUES (?, ?, ?, ?, ?, ?)"
    )
    package let endRefundTrial = SQLStatement(
        """
        UPDATE refund_trial SET ending = ?, ended_at = ?, ended_by = ? WHERE app = ? AND version = ? AND ending IS NULL
        """
    )
    package let addRefundTally = SQLStatement(
        """
        INSERT INTO refund_tally (app, version, arm, currency, cases, decided, refunded, kept_shares, kept_squares,
        asked, kept) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, version, arm, currency) DO UPDATE SET cases = refund_tally.cases + excluded.cases,
        decided = refund_tally.decided + excluded.decided, refunded = refund_tally.refunded + excluded.refunded,
        kept_shares = refund_tally.kept_shares + excluded.kept_shares,
        kept_squares = refund_tally.kept_squares + excluded.kept_squares,
        asked = refund_tally.asked + excluded.asked, kept = refund_tally.kept + excluded.kept
        """
    )
    package let refundTallies = SQLStatement(
        """
        SELECT arm, currency, cases, decided, refunded, kept_shares, kept_squares, asked, kept FROM refund_tally
        WHERE app = ? AND version = ?
        """
    )
    package let putRefundOverride = SQLStatement(
        """
        INSERT INTO refund_override (owner, preference, set_at, set_by, reason) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (owner) DO UPDATE SET preference = excluded.preference, set_at = excluded.set_at,
        set_by = excluded.set_by, reason = excluded.reason
        """
    )
    package let deleteRefundOverride = SQLStatement("DELETE FROM refund_override WHERE owner = ?")
    package let refundOverride = SQLStatement(
        "SELECT preference, set_at, set_by, reason FROM refund_override WHERE owner = ?"
    )
    package let putConsumption = SQLStatement(
        """
        INSERT INTO consumption (scope, transaction_id, owner, stated_at, share, play_time, sample, stated_by)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, transaction_id) DO UPDATE SET owner = excluded.owner, stated_at = excluded.stated_at,
        share = excluded.share, play_time = excluded.play_time, sample = excluded.sample,
        stated_by = excluded.stated_by
        WHERE (excluded.stated_at, COALESCE(excluded.share, -1), COALESCE(excluded.play_time, -1),
        COALESCE(excluded.sample, -1), excluded.stated_by) > (consumption.stated_at,
        COALESCE(consumption.share, -1), COALESCE(consumption.play_time, -1), COALESCE(consumption.sample, -1),
        consumption.stated_by)
        """
    )
    package let consumption = SQLStatement(
        """
        SELECT stated_at, share, play_time, sample, stated_by FROM consumption
        WHERE scope = ? AND transaction_id = ?
        """
    )
    package let deleteConsumption = SQLStatement("DELETE FROM consumption WHERE owner = ?")
    package let putRescission = SQLStatement(
        """
        INSERT INTO consent_rescission (scope, account, rescinded_at) VALUES (?, ?, ?)
        ON CONFLICT (scope, account) DO UPDATE SET rescinded_at = excluded.rescinded_at
        WHERE excluded.rescinded_at > consent_rescission.rescinded_at
        """
    )
    package let rescission = SQLStatement(
        "SELECT account, rescinded_at, resolved_at FROM consent_rescission WHERE scope = ? AND account = ?"
    )
    package let rescissions = SQLStatement(
        """
        SELECT account, rescinded_at, resolved_at FROM consent_rescission WHERE scope = ?
        ORDER BY rescinded_at DESC, account DESC LIMIT ? OFFSET ?
        """
    )
    package let putResolved = SQLStatement(
        "UPDATE consent_rescission SET resolved_at = ? WHERE scope = ? AND account = ?"
    )

    private static let refundColumns = "id, scope, transaction_id, owner, due_at, lease, account, purchase, content"
}

extension SQLStatement {
    /// The statements on refund cases, policies and their trials.
    package static let refunds = RefundStatements()
}

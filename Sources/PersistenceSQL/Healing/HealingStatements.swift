/// The statements on checks of chains and the history of notifications.
package struct HealingStatements: Sendable {
    package let dueChainChecks = SQLStatement(
        """
        SELECT app.name, scope.environment, original.apple_id, original.ask_at, revision.text,
        original.ask_everything
        FROM original JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
        LEFT JOIN revision ON revision.original = original.id
        WHERE original.ask_at <= ? ORDER BY original.ask_at LIMIT ?
        """
    )
    package let putAsked = SQLStatement(
        "UPDATE original SET asked_at = ?, ask_at = ?, ask_everything = NULL WHERE id = ?"
    )
    package let putAskedInPart = SQLStatement(  // A question about everything may have been added since this one was asked.
        """
        UPDATE original SET asked_at = ?, ask_at = CASE WHEN ask_everything IS NULL THEN ? ELSE ask_at END
        WHERE id = ?
        """
    )
    package let postponeCheck = SQLStatement("UPDATE original SET ask_at = ? WHERE id = ?")
    package let askAboutAll = SQLStatement(
        """
        UPDATE original SET ask_at = ?, ask_everything = 1
        WHERE id > ? AND id <= ? AND scope = ? AND (root IS NULL OR root = id) AND published_at IS NOT NULL
        """
    )
    package let askAbout = SQLStatement(
        """
        UPDATE original SET ask_at = CASE WHEN ask_at < ? THEN ask_at ELSE ? END, ask_everything = 1 WHERE id = ?
        """
    )
    package let newestOriginal = SQLStatement("SELECT id FROM original WHERE id >= ? ORDER BY id DESC LIMIT 1")
    package let putRevision = SQLStatement(
        """
        INSERT INTO revision (original, text) VALUES (?, ?)
        ON CONFLICT (original) DO UPDATE SET text = excluded.text
        """
    )
    package let history = SQLStatement(
        "SELECT planned_through, deep_at, listed, missing, lost, refused FROM history WHERE scope = ?"
    )
    package let putHistory = SQLStatement(
        """
        INSERT INTO history (scope, planned_through, deep_at) VALUES (?, ?, ?)
        ON CONFLICT (scope) DO UPDATE SET planned_through = max(history.planned_through, excluded.planned_through),
        deep_at = ifnull(excluded.deep_at, history.deep_at)
        """
    )
    package let historyWindows = SQLStatement(
        """
        SELECT rank, type, from_at, through_at, page FROM history_window WHERE scope = ?
        ORDER BY rank, from_at, through_at
        """
    )
    package let insertWindow = SQLStatement(
        """
        INSERT INTO history_window (scope, rank, type, from_at, through_at, page) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """
    )
    package let moveWindow = SQLStatement(
        """
        UPDATE history_window SET page = ?
        WHERE scope = ? AND rank = ? AND from_at = ? AND through_at = ? AND page IS NOT DISTINCT FROM ?
        """
    )
    package let deleteWindow = SQLStatement(
        """
        DELETE FROM history_window
        WHERE scope = ? AND rank = ? AND from_at = ? AND through_at = ? AND page IS NOT DISTINCT FROM ?
        """
    )
    package let countHistory = SQLStatement(
        """
        UPDATE history SET listed = listed + ?, missing = missing + ?, lost = lost + ?, refused = refused + ?
        WHERE scope = ?
        """
    )
    package let hasNotification = SQLStatement("SELECT 1 FROM notification WHERE scope = ? AND uuid = ?")
}

extension SQLStatement {
    /// The statements on checks of chains and the history of notifications.
    package static let healing = HealingStatements()
}

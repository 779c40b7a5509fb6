extension Query {
    /// The SQL of the statements on questions to Apple and on its history.
    var healingSQL: String {
        switch self {
        case .dueChainChecks:
            """
            SELECT app.name, scope.environment, original.apple_id, original.ask_at, revision.text,
            original.ask_everything
            FROM original JOIN scope ON scope.id = original.scope JOIN app ON app.id = scope.app
            LEFT JOIN revision ON revision.original = original.id
            WHERE original.ask_at <= ? ORDER BY original.ask_at LIMIT ?
            """
        case .putAsked: "UPDATE original SET asked_at = ?, ask_at = ?, ask_everything = NULL WHERE id = ?"
        case .putAskedInPart:
            // A question about everything may have been added since this one was asked.
            """
            UPDATE original SET asked_at = ?, ask_at = CASE WHEN ask_everything IS NULL THEN ? ELSE ask_at END
            WHERE id = ?
            """
        case .postponeCheck: "UPDATE original SET ask_at = ? WHERE id = ?"
        case .askAboutAll:
            """
            UPDATE original SET ask_at = ?, ask_everything = 1
            WHERE id > ? AND id <= ? AND scope = ? AND (root IS NULL OR root = id) AND published_at IS NOT NULL
            """
        case .askAbout:
            """
            UPDATE original SET ask_at = CASE WHEN ask_at < ? THEN ask_at ELSE ? END, ask_everything = 1 WHERE id = ?
            """
        case .newestOriginal: "SELECT id FROM original WHERE id >= ? ORDER BY id DESC LIMIT 1"
        case .putRevision:
            """
            INSERT INTO revision (original, text) VALUES (?, ?)
            ON CONFLICT (original) DO UPDATE SET text = excluded.text
            """
        case .history:
            "SELECT planned_through, deep_at, listed, missing, lost, refused FROM history WHERE scope = ?"
        case .putHistory:
            """
            INSERT INTO history (scope, planned_through, deep_at) VALUES (?, ?, ?)
            ON CONFLICT (scope) DO UPDATE SET planned_through = max(history.planned_through, excluded.planned_through),
            deep_at = ifnull(excluded.deep_at, history.deep_at)
            """
        case .historyWindows:
            """
            SELECT rank, type, from_at, through_at, page FROM history_window WHERE scope = ?
            ORDER BY rank, from_at, through_at
            """
        case .insertWindow:
            """
            INSERT INTO history_window (scope, rank, type, from_at, through_at, page) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        case .moveWindow:
            """
            UPDATE history_window SET page = ?
            WHERE scope = ? AND rank = ? AND from_at = ? AND through_at = ? AND page IS NOT DISTINCT FROM ?
            """
        case .deleteWindow:
            """
            DELETE FROM history_window
            WHERE scope = ? AND rank = ? AND from_at = ? AND through_at = ? AND page IS NOT DISTINCT FROM ?
            """
        case .countHistory:
            """
            UPDATE history SET listed = listed + ?, missing = missing + ?, lost = lost + ?, refused = refused + ?
            WHERE scope = ?
            """
        case .hasNotification: "SELECT 1 FROM notification WHERE scope = ? AND uuid = ?"
        default: self.appStoreRequestSQL
        }
    }
}

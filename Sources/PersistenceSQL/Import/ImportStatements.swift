/// The statements on imports and their facts.
package struct ImportStatements: Sendable {
    package let importFactAt = SQLStatement(
        "\(Self.factColumns) WHERE scope = ? AND transaction_id = ? AND stated_at = ?"
    )
    package let importFacts = SQLStatement(
        "\(Self.factColumns) WHERE scope = ? AND transaction_id = ? ORDER BY stated_at DESC"
    )
    package let putImportFact = SQLStatement(
        """
        INSERT INTO import_fact (scope, transaction_id, stated_at, token, delivered, delivered_at, consumed, consent,
        consented_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, transaction_id, stated_at) DO UPDATE SET token = excluded.token,
        delivered = excluded.delivered, delivered_at = excluded.delivered_at, consumed = excluded.consumed,
        consent = excluded.consent, consented_at = excluded.consented_at
        """
    )
    package let insertImport = SQLStatement(
        """
        INSERT INTO import_job (app, name, events, started_by, started_at, state, pause_code, pause_detail, rows,
        done, failed, last_line, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let importByName = SQLStatement("\(Self.jobColumns) WHERE app.name = ? AND import_job.name = ?")
    package let newestImports = SQLStatement(
        "\(Self.jobColumns) WHERE import_job.app = (SELECT id FROM app WHERE name = ?) ORDER BY import_job.id DESC LIMIT ?"
    )
    package let importsInState = SQLStatement(
        "\(Self.jobColumns) WHERE app.name = ? AND import_job.state = ? ORDER BY import_job.id LIMIT ?"
    )
    package let putImport = SQLStatement(
        """
        UPDATE import_job SET state = ?, pause_code = ?, pause_detail = ?, rows = ?, done = ?, failed = ?,
        last_line = ?, changed_at = ?
        WHERE id = ?
        """
    )
    package let insertImportRow = SQLStatement(
        """
        INSERT INTO import_row (job, line, part, state, subject, apple_id, owner, token, delivered, delivered_at,
        consumed, consent, consented_at, code, detail)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let pendingImportRows = SQLStatement(
        "\(Self.rowColumns) WHERE job = ? AND (line, part) > (?, ?) AND state = 0 ORDER BY line, part LIMIT ?"
    )
    package let pendingImportRowsByID = SQLStatement(
        """
        \(Self.rowColumns) INDEXED BY import_row_waiting
        WHERE job = ? AND apple_id = ? AND state = 0 ORDER BY line, part
        """
    )
    // The facts of an imported row are stored with its transaction.
    package let deleteImportRow = SQLStatement(
        "DELETE FROM import_row WHERE job = ? AND line = ? AND part = ? AND state = 0"
    )
    package let failImportRow = SQLStatement(
        """
        UPDATE import_row SET state = 2, code = ?, detail = ?
        WHERE job = ? AND line = ? AND part = ? AND state = 0
        """
    )
    package let failedImportRows = SQLStatement(
        """
        \(Self.rowColumns) INDEXED BY import_row_failed
        WHERE job = ? AND (line, part) > (?, ?) AND state > 1 ORDER BY line, part LIMIT ?
        """
    )
    package let retryImportRows = SQLStatement(
        """
        UPDATE import_row SET state = 0, code = NULL, detail = NULL
        WHERE job = ? AND (line, part) IN (
            SELECT line, part FROM import_row INDEXED BY import_row_failed
            WHERE job = ? AND state > 1 AND state = 2 LIMIT ?
        )
        """
    )
    package let deleteAbandonedImportRows = SQLStatement(
        """
        DELETE FROM import_row WHERE (job, line, part) IN (
            SELECT import_row.job, import_row.line, import_row.part
            FROM import_job CROSS JOIN import_row INDEXED BY import_row_waiting
            ON import_row.job = import_job.id AND import_row.state = 0
            WHERE import_job.app = (SELECT id FROM app WHERE name = ?)
            AND (import_job.state = ? OR import_job.state = ? AND import_job.pause_code IS NOT NULL) LIMIT ?
        )
        """
    )

    private static let factColumns = """
        SELECT transaction_id, stated_at, token, delivered, delivered_at, consumed, consent, consented_at
        FROM import_fact
        """

    private static let jobColumns = """
        SELECT import_job.id, import_job.name, app.name, events, started_by, started_at, state, pause_code,
        pause_detail, rows, done, failed, last_line, changed_at
        FROM import_job JOIN app ON app.id = import_job.app
        """

    private static let rowColumns = """
        SELECT line, part, state, subject, apple_id, owner, token, delivered, delivered_at, consumed, consent,
        consented_at, code, detail
        FROM import_row
        """
}

extension SQLStatement {
    /// The statements on imports and their facts.
    package static let imports = ImportStatements()
}

package import Ledger

extension Session {
    /// Notes that the open unit creates work of a kind, or moves its date; no date means that no worker has to act.
    ///
    /// It is reported when the unit is committed. Work of a unit that is rolled back may be reported too; a worker then
    /// looks once in vain.
    package func note(_ kind: WorkKind, dueAt: Instant?) {
        if let dueAt { self.dueWork.add(kind, dueAt: dueAt) }
    }

    /// Returns the earliest due dates of the work that waits.
    package func waitingWork(of apps: Set<AppName>?) throws -> WorkReading {
        let rows = try self.all(.work.waitingWork, [.bytes([])]) { row in
            (
                kind: WorkKind(rawValue: try row.integer()), app: try row.optionalText().map { AppName($0) },
                dueAt: try row.optionalInstant(), revision: try row.optionalInteger()
            )
        }
        var reading = WorkReading()
        for row in rows {
            guard let kind = row.kind else { throw RepositoryError.corrupt }
            if let apps, let app = row.app, !apps.contains(app) { continue }
            if let dueAt = row.dueAt { reading.due.add(kind, dueAt: dueAt) }
            if let revision = row.revision { reading.revisions[kind] = revision }
        }
        // Endpoints, catalogs and extensions change by actions of operators, which the audit log counts.
        reading.revisions[.catalogs] = reading.revisions[.endpoints]
        reading.revisions[.extensions] = reading.revisions[.endpoints]
        return reading
    }
}

/// The statements on work that waits for a worker.
package struct WorkStatements: Sendable {
    /// The question which work waits.
    ///
    /// Each part reads the first entry of an index of due dates. The lower bounds, below every instant, make SQLite
    /// search these indexes and the tables of apps and sinks.
    package let waitingWork = SQLStatement(
        [
            """
            SELECT \(WorkKind.eventStreams.rawValue), app.name, (
                SELECT due_at FROM pending_stream
                WHERE pending_stream.sink = sink.id AND due_at > \(Self.lowest) ORDER BY due_at LIMIT 1
            ), CAST(NULL AS bigint)
            FROM sink CROSS JOIN app ON app.id = sink.app LEFT JOIN webhook ON webhook.sink = sink.id
            WHERE sink.id > 0 AND (webhook.state IS NULL OR webhook.state = 0)
            """,
            """
            SELECT \(WorkKind.fulfillments.rawValue), app.name, (
                SELECT due_at FROM fulfillment
                WHERE fulfillment.app = app.id AND due_at > \(Self.lowest) ORDER BY due_at LIMIT 1
            ), NULL
            FROM webhook CROSS JOIN app ON app.id = webhook.app
            WHERE webhook.sink > 0 AND webhook.fulfiller = 1 AND webhook.state = 0
            """,
            Self.first(.refunds, "due_at", ofEachAppIn: "refund_case"),
            Self.first(.heldEvidence, "due_at", in: "held_evidence"),
            Self.first(.stateChanges, "due_at", in: "original"),
            Self.first(.stateChanges, "due_at", in: "due_entitlements"),
            Self.first(.stateChanges, "due_at", in: "wallet"),
            Self.first(.chainChecks, "ask_at", in: "original"),
            Self.first(.orders, "due_at", in: "purchase_order"),
            Self.first(.orders, "ask_at", ofEachAppIn: "purchase_order"),
            // An app with orders whose newest events were not compared with them.
            """
            SELECT \(WorkKind.orders.rawValue), app.name,
            CASE WHEN order_progress.position < app.event_count THEN 0 END, NULL
            FROM app CROSS JOIN order_progress ON order_progress.app = app.id WHERE app.id > 0
            """,
            Self.first(.receipts, "due_at", in: "stored_receipt"),
            Self.first(.risks, "due_at", ofEachAppIn: "risk_record"),
            // State 1 is working.
            """
            SELECT \(WorkKind.imports.rawValue), app.name, (
                SELECT 0 FROM import_job WHERE import_job.app = app.id AND import_job.state = 1 LIMIT 1
            ), NULL
            FROM app WHERE app.id > 0
            """,
            """
            SELECT \(WorkKind.extensions.rawValue), app.name, (
                SELECT 0 FROM extension_order WHERE extension_order.scope = scope.id AND completed_at IS NULL
                AND ordered_at > \(Self.lowest) AND accepted_at IS NULL LIMIT 1
            ), NULL
            FROM scope CROSS JOIN app ON app.id = scope.app WHERE scope.id > 0
            """,
            """
            SELECT \(WorkKind.seats.rawValue), app.name, (
                SELECT due_at FROM seat WHERE seat.scope = scope.id AND due_at > \(Self.lowest) ORDER BY due_at LIMIT 1
            ), NULL
            FROM scope CROSS JOIN app ON app.id = scope.app WHERE scope.id > 0
            """,
            "SELECT \(WorkKind.endpoints.rawValue), NULL, NULL, (SELECT audits FROM counter WHERE id = 1)",
            """
            SELECT \(WorkKind.revocations.rawValue), NULL, NULL, (
                SELECT CAST(sum(learned_at + stated_at + ifnull(cleared_at, 0)) AS bigint) FROM revoked_certificate
                WHERE issuer_name_hash > ?
            )
            """,
        ].joined(separator: "\nUNION ALL\n")
    )

    private static let lowest = "-9223372036854775807"

    private static func first(_ kind: WorkKind, _ column: String, in table: String) -> String {
        """
        SELECT \(kind.rawValue), NULL, (
            SELECT \(column) FROM \(table) WHERE \(column) > \(Self.lowest) ORDER BY \(column) LIMIT 1
        ), NULL
        """
    }

    private static func first(_ kind: WorkKind, _ column: String, ofEachAppIn table: String) -> String {
        """
        SELECT \(kind.rawValue), app.name, (
            SELECT \(column) FROM \(table)
            WHERE \(table).app = app.id AND \(column) > \(Self.lowest) ORDER BY \(column) LIMIT 1
        ), NULL
        FROM app WHERE app.id > 0
        """
    }
}

extension SQLStatement {
    /// The statements on work that waits for a worker.
    package static let work = WorkStatements()
}

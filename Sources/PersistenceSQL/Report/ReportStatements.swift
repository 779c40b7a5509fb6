import Ledger

/// The statements on reports and reconciled days.
package struct ReportStatements: Sendable {
    package let insertReport = SQLStatement(
        """
        INSERT INTO report (app, \(Self.slotColumns), first_day, digest, name, origin, row_count, byte_count,
        unknown_columns, imported_at, imported_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let reportByDigest = SQLStatement(
        "SELECT id, superseded_by FROM report WHERE \(Self.isOfSlot) AND digest = ?"
    )
    package let reportOfSlot = SQLStatement("SELECT id FROM report WHERE \(Self.isOfSlot) AND superseded_by IS NULL")
    package let supersedeReport = SQLStatement("UPDATE report SET superseded_by = ? WHERE id = ?")
    package let reportByNumber = SQLStatement("SELECT \(Self.reportColumns) FROM report WHERE id = ? AND app = ?")
    package let reportsOfApp = SQLStatement(
        """
        SELECT \(Self.reportColumns) FROM report INDEXED BY report_of_app
        WHERE app = ? AND id < ? AND kind BETWEEN ? AND ? AND first_day BETWEEN ? AND ? AND vendor BETWEEN ? AND ?
        AND ifnull(superseded_by, 0) <= ? ORDER BY id DESC LIMIT ?
        """
    )
    package let insertReportPart = SQLStatement("INSERT INTO report_file (report, part, bytes) VALUES (?, ?, ?)")
    package let reportPart = SQLStatement("SELECT bytes FROM report_file WHERE report = ? AND part = ?")
    package let putReportAbsence = SQLStatement(
        """
        INSERT INTO report_absence (app, \(Self.slotColumns), first_day, reason, said_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, \(Self.slotColumns)) DO UPDATE SET reason = excluded.reason, said_at = excluded.said_at
        """
    )
    package let deleteReportAbsence = SQLStatement("DELETE FROM report_absence WHERE \(Self.isOfSlot)")
    package let reportAbsences = SQLStatement(
        """
        SELECT \(Self.slotColumns), reason, said_at FROM report_absence
        WHERE app = ? AND first_day BETWEEN ? AND ? ORDER BY first_day, \(Self.slotColumns)
        """
    )
    package let reconciledDays = SQLStatement(
        """
        SELECT day, outcome, digest, accepted_by, accepted_reason, accepted_at, accepted_digest, content
        FROM reconciled_day WHERE app = ? AND day BETWEEN ? AND ? ORDER BY day
        """
    )
    package let putReconciledDay = SQLStatement(
        """
        INSERT INTO reconciled_day (app, day, outcome, digest, accepted_by, accepted_reason, accepted_at,
        accepted_digest, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (app, day) DO UPDATE SET outcome = excluded.outcome, digest = excluded.digest,
        accepted_by = excluded.accepted_by, accepted_reason = excluded.accepted_reason,
        accepted_at = excluded.accepted_at, accepted_digest = excluded.accepted_digest, content = excluded.content
        """
    )

    private static let slotColumns = "kind, length, period, region, vendor"
    private static let isOfSlot = "app = ? AND kind = ? AND length = ? AND period = ? AND region = ? AND vendor = ?"
    private static let reportColumns = """
        id, kind, length, period, region, vendor, digest, name, origin, row_count, byte_count, unknown_columns, imported_at,
        imported_by, superseded_by
        """
}

extension SQLStatement {
    /// The statements on reports and reconciled days.
    package static let reports = ReportStatements()
}

package import Ledger

/// Refunds that a notification of version 1 reported and Apple did not sign.
extension Session {
    /// Stores the current report on a transaction.
    ///
    /// It waits where its transaction is not known.
    func put(_ report: ReportedRefund, of original: Int64, in scope: Scope, isWaiting: Bool) throws {
        let values: [SQLValue] = [
            .integer(scope.app), .integer(scope.number), .integer(original), .identifier(report.transactionID.rawValue),
            .text(report.productID.rawValue), .instant(report.statedAt), .optional(report.reason.map(Int64.init)),
            .integer(report.treatment.code), .instant(report.reportedAt),
            isWaiting ? .integer(1) : .null,
        ]
        try self.put(.reportedRefund, values)
    }

    /// Returns the reports of an app after a position, in the order in which their transactions were first reported.
    package func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedReportedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        return try self.listed(
            .reportedRefunds.reportedRefundsOfApp,
            [.integer(number), .integer(position), .integer(Int64(limit))]
        )
    }

    /// Returns the reports of an app from a cursor on, earliest first.
    package func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) throws -> [PositionedReportedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        let values: [SQLValue] = [
            .integer(number), .instant(cursor.openedAt), .integer(cursor.position), .integer(Int64(limit)),
        ]
        return try self.listed(.reportedRefunds.reportedRefundsSince, values)
    }

    private func listed(_ query: SQLStatement, _ values: [SQLValue]) throws -> [PositionedReportedRefund] {
        try self.all(query, values) { row in
            let position = try row.integer()
            let environment = try row.coded(StoreEnvironment.self)
            let original = OriginalTransactionID(try row.identifier())
            return PositionedReportedRefund(
                position: position,
                environment: environment,
                report: try Self.reportedRefund(of: original, in: &row)
            )
        }
    }

    /// Returns whether a transaction of an original has a report.
    package func hasReport(on transaction: TransactionID, of original: Int64) throws -> Bool {
        let key: [SQLValue] = [.integer(original), .identifier(transaction.rawValue)]
        return try self.first(.reportedRefunds.keptReport, key) { row in try row.integer() } != nil
    }

    /// Returns the number of reports whose transactions are not known, counted up to a limit.
    package func unknownReportCount(in scope: Scope, upTo limit: Int) throws -> Int {
        let values: [SQLValue] = [.integer(scope.number), .integer(Int64(limit))]
        return Int(try self.first(.reportedRefunds.unknownReportCount, values) { row in try row.integer() } ?? 0)
    }

    /// Deletes the reports from before an instant whose transactions are not known, except in chains with known
    /// transactions; returns how many it deleted.
    package func deleteUnknownReports(in scope: Scope, before: Instant) throws -> Int {
        try self.change(.reportedRefunds.dropUnknownReports, [.integer(scope.number), .instant(before)])
    }

    /// Saves that the transaction of a report is known.
    package func putKnown(reportOn transaction: TransactionID, of original: Int64) throws {
        try self.put(.knownReport, [.integer(original), .identifier(transaction.rawValue)])
    }

    /// Returns the report in a row.
    static func reportedRefund(
        of original: OriginalTransactionID,
        in row: inout Row
    ) throws -> ReportedRefund {
        ReportedRefund(
            originalTransactionID: original,
            transactionID: TransactionID(try row.identifier()),
            productID: ProductID(try row.text()),
            revokedAt: try row.instant(),
            reason: try row.optionalInteger().flatMap { Int(exactly: $0) },
            treatment: try row.coded(),
            reportedAt: try row.instant()
        )
    }
}

extension ReportedRefund.Treatment: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .show: 0
        case .freeze: 1
        case .act: 2
        }
    }
}

/// The statements on reported refunds.
package struct ReportedRefundStatements: Sendable {
    package let reportedRefunds = SQLStatement(
        """
        SELECT transaction_id, product, revoked_at, reason, treatment, reported_at
        FROM reported_refund WHERE original = ?
        """
    )
    package let putReportedRefund = SQLStatement(
        """
        INSERT INTO reported_refund (app, scope, original, transaction_id, product, revoked_at, reason, treatment,
        reported_at, waiting)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (original, transaction_id) DO UPDATE SET product = excluded.product,
        revoked_at = excluded.revoked_at, reason = excluded.reason, treatment = excluded.treatment,
        reported_at = excluded.reported_at, waiting = excluded.waiting
        """
    )
    package let reportedRefundsSince = SQLStatement(
        """
        SELECT reported_refund.id, scope.environment, original.apple_id, reported_refund.transaction_id, product,
        revoked_at, reason, treatment, reported_at FROM reported_refund
        JOIN original ON original.id = reported_refund.original JOIN scope ON scope.id = original.scope
        WHERE reported_refund.app = ? AND (reported_at, reported_refund.id) > (?, ?)
        ORDER BY reported_at, reported_refund.id LIMIT ?
        """
    )
    package let unknownReportCount = SQLStatement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM reported_refund WHERE scope = ? AND waiting = 1 LIMIT ?
        ) AS unknown
        """
    )
    // A report may count for a restored purchase although its own transaction is not known.
    package let dropUnknownReports = SQLStatement(
        """
        DELETE FROM reported_refund WHERE scope = ? AND waiting = 1 AND reported_at < ?
        AND NOT EXISTS (SELECT 1 FROM snapshot WHERE snapshot.original = reported_refund.original)
        """
    )
    package let keptReport = SQLStatement("SELECT 1 FROM reported_refund WHERE original = ? AND transaction_id = ?")
    package let knowReported = SQLStatement(
        "UPDATE reported_refund SET waiting = NULL WHERE original = ? AND transaction_id = ? AND waiting = 1"
    )
    package let reportedRefundsOfApp = SQLStatement(
        """
        SELECT reported_refund.id, scope.environment, original.apple_id, reported_refund.transaction_id, product,
        revoked_at, reason, treatment, reported_at FROM reported_refund
        JOIN original ON original.id = reported_refund.original JOIN scope ON scope.id = original.scope
        WHERE reported_refund.app = ? AND reported_refund.id > ? ORDER BY reported_refund.id LIMIT ?
        """
    )
}

extension SQLStatement {
    /// The statements on reported refunds.
    package static let reportedRefunds = ReportedRefundStatements()
}

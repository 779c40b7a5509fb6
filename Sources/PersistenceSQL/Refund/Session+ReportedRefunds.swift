import Ledger

/// Refunds that are reported and that Apple did not sign.
extension Session {
    /// The reports on transactions of an original.
    func reportedRefunds(of original: StoredOriginal) throws -> [ReportedRefund] {
        try self.all(.reportedRefunds, [.integer(original.number)]) { row in
            try Self.reportedRefund(of: original.id, in: &row)
        }
    }

    /// Writes the report that counts of a transaction.
    func put(_ report: ReportedRefund, of original: Int64, app: Int64) throws {
        let values: [SQLValue] = [
            .integer(app), .integer(original), .identifier(report.transactionID.rawValue),
            .text(report.productID.rawValue), .instant(report.revokedAt), .optional(report.reason.map(Int64.init)),
            .integer(report.treatment.code), .instant(report.reportedAt),
        ]
        try self.run(.putReportedRefund, values)
    }

    /// The reports of an app after a place, in the order in which their transactions were reported first.
    func reportedRefunds(of app: AppName, after position: Int64, limit: Int) throws -> [PlacedReportedRefund] {
        guard let number = try self.knownApp(app) else { return [] }
        let values: [SQLValue] = [.integer(number), .integer(position), .integer(Int64(limit))]
        return try self.all(.reportedRefundsOfApp, values) { row in
            let position = try row.integer()
            let environment = try row.coded(StoreEnvironment.self)
            let original = OriginalTransactionID(try row.identifier())
            return PlacedReportedRefund(
                position: position,
                environment: environment,
                report: try Self.reportedRefund(of: original, in: &row)
            )
        }
    }

    /// How many reports of an app are about transactions that are not known, counted up to a limit.
    func unknownReportCount(of app: AppName, upTo limit: Int) throws -> Int {
        guard let number = try self.knownApp(app) else { return 0 }
        let values: [SQLValue] = [.integer(number), .integer(Int64(limit))]
        return Int(try self.first(.unknownReportCount, values) { row in try row.integer() } ?? 0)
    }

    private static func reportedRefund(
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

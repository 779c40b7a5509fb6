/// Refunds that a notification of version 1 reported and Apple did not sign.
extension LedgerStorage {
    /// Makes room for a report before it is recorded, and returns the number of old reports that it deleted; `nil`
    /// where there is no room.
    ///
    /// No room is needed where the transaction has a report already, or is known in the chain that the report names.
    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) throws -> Int? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else {
            return limit > 0 ? 0 : nil
        }
        if let original = try self.original(report.originalTransactionID, scope: scope) {
            if try self.hasReport(on: report.transactionID, of: original.number) { return 0 }
            if let home = try self.home(of: report.transactionID, scope: scope),
                try self.original(home).root == original.root
            {
                return 0
            }
        }
        if try self.unknownReportCount(in: scope, upTo: limit) < limit { return 0 }
        let count = try self.deleteUnknownReports(in: scope, before: before)
        return try self.unknownReportCount(in: scope, upTo: limit) < limit ? count : nil
    }

    /// Records that the transactions of some reports of a chain are known.
    func know(reportedIn chain: ChainRecord) throws {
        for (original, reports) in chain.reports {
            for transaction in reports.keys where chain.transactions[transaction] != nil {
                try self.putKnown(reportOn: transaction, of: original)
            }
        }
    }
}

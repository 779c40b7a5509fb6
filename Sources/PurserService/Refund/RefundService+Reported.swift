package import Ledger

/// The list of refunds that were reported and that Apple did not sign.
extension RefundService {
    /// A reported refund with what has become of it.
    package struct Reported: Hashable, Sendable {
        /// The report and its place.
        package let positioned: PositionedReportedRefund
        /// What has become of it.
        package let state: ReportedRefund.State
        /// Whose purchase it is about; `nil` for nobody's, or while the purchase is not known.
        package let customer: CustomerID?
    }

    /// The reported refunds of an app after a place, in the order in which their transactions were reported first.
    package func reported(
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [Reported] {
        try self.check(app)
        let page = try await self.storing { () throws(RepositoryError) in
            try await self.repository.reportedRefunds(of: app, after: position, limit: limit)
        }
        var reported: [Reported] = []
        for positioned in page { reported.append(try await self.judged(positioned, in: app)) }
        return reported
    }

    /// A report with what has become of it.
    func judged(_ positioned: PositionedReportedRefund, in app: AppName) async throws(RefundError) -> Reported {
        let report = positioned.report
        // Of what was restored the report may name a transaction that nobody submitted.
        let ids = [report.transactionID, TransactionID(report.originalTransactionID.rawValue)]
        var found: OwnedChain?
        for id in ids where found == nil {
            found = try await self.storing { () throws(RepositoryError) in
                try await self.repository.chain(of: id, app: app, environment: positioned.environment)
            }
        }
        let chain = found
        let claim = report.purchase(in: chain?.chain).flatMap { purchase in
            chain?.claims[report.transactionID] ?? chain?.claims[purchase.transactionIDs[0]]
        }
        return Reported(positioned: positioned, state: report.state(in: chain?.chain), customer: claim?.owner)
    }
}

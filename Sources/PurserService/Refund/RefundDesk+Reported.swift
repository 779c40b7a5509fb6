package import Ledger

/// The list of refunds that were reported and that Apple did not sign.
extension RefundDesk {
    /// A reported refund with what has become of it.
    package struct Reported: Hashable, Sendable {
        /// The report and its place.
        package let placed: PlacedReportedRefund
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
        return try await self.storing { () throws(RepositoryError) in
            let page = try await self.repository.reportedRefunds(of: app, after: position, limit: limit)
            var reported: [Reported] = []
            for placed in page {
                let report = placed.report
                // Of what was restored the report may name a transaction that nobody submitted.
                var chain = try await self.repository.chain(
                    of: report.transactionID,
                    app: app,
                    environment: placed.environment
                )
                if chain == nil {
                    chain = try await self.repository.chain(
                        of: TransactionID(report.originalTransactionID.rawValue),
                        app: app,
                        environment: placed.environment
                    )
                }
                let state = report.state(in: chain?.chain)
                let purchase = report.purchase(in: chain?.chain)
                let claim = purchase.flatMap { purchase in
                    chain?.claims[report.transactionID] ?? chain?.claims[purchase.transactionIDs[0]]
                }
                reported.append(
                    Reported(
                        placed: placed,
                        state: state,
                        customer: claim?.owner
                    )
                )
            }
            return reported
        }
    }
}

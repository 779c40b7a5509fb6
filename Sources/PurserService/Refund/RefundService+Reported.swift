package import Ledger

/// Lists refunds that were reported without Apple's signature.
extension RefundService {
    /// A reported refund with its state.
    package struct Reported: Hashable, Sendable {
        /// The report and its position.
        package let positioned: PositionedReportedRefund
        /// The state of the refund.
        package let state: ReportedRefund.State
        /// The customer who owns the purchase; `nil` for a purchase that is unknown or has no owner.
        package let customer: CustomerID?
    }

    /// Returns the reported refunds of an app after a position, in the order in which their transactions were first
    /// reported.
    package func reported(
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [Reported] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.reportedRefunds(of: app, after: position, limit: limit).map { try view.judged($0, of: app) }
            }
        }
    }
}

extension ReadView {
    /// Returns a report with its state.
    func judged(_ positioned: PositionedReportedRefund, of app: AppName) throws -> RefundService.Reported {
        let report = positioned.report
        // A report about a restored purchase may name a transaction that was never submitted.
        let ids = [report.transactionID, TransactionID(report.originalTransactionID.rawValue)]
        var chain: OwnedChain?
        for id in ids where chain == nil {
            chain = try self.chain(of: id, app: app, environment: positioned.environment)
        }
        let claim = report.purchase(in: chain?.chain).flatMap { purchase in
            chain?.claims[report.transactionID] ?? chain?.claims[purchase.transactionIDs[0]]
        }
        return RefundService.Reported(
            positioned: positioned,
            state: report.state(in: chain?.chain),
            customer: claim?.owner
        )
    }
}

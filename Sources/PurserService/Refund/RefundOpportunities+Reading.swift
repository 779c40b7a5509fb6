package import Ledger

extension RefundOpportunities {
    /// Returns what the Apple Account of a purchase has left by the terms of its storefront at an instant, without the refund
    /// of the purchase itself; `nil` where the terms bound a number and Apple did not name the Apple Account.
    package static func left(
        to account: AppTransactionID?,
        for record: RefundRecord,
        by terms: RefundTerms,
        at now: Instant,
        in repository: any Repository
    ) async throws(RepositoryError) -> Self? {
        guard terms.isBounded else { return Self(by: terms, after: [], at: now) }
        guard let account = account ?? record.subject.account else { return nil }
        let refunds = try await repository.refunds(
            of: account,
            app: record.app,
            environment: record.environment,
            // One of the same millisecond counts.
            before: now + Span(milliseconds: 1),
            limit: AccountRefund.longestList
        )
        let own = record.subject.purchase ?? .single(record.transactionID)
        let others = refunds.filter { $0.purchase != own && $0.transactionID != record.transactionID }
        return Self(by: terms, after: others.map(\.refundedAt), at: now)
    }
}

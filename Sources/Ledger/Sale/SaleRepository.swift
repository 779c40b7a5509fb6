/// Keeps the sales of every chain in the order of time.
///
/// `Repository.record` writes them in the transaction that changes their chain, so they always agree with the chains.
package protocol SaleRepository: Sendable {
    /// The sales and refunds of an app within a span of time, in the order of `SaleCursor`.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - environment: The environment; only production has money.
    ///   - span: The span of time; its upper bound is not part of it.
    ///   - cursor: The sale after which to go on, as the page before named it.
    ///   - limit: The most sales of one page.
    func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage

    /// Derives the sales of chains that were recorded by a version that kept none, at most so many chains in one
    /// transaction, and returns whether more remain.
    func deriveSales(limit: Int) async throws(RepositoryError) -> Bool

    /// Whether the sales of all chains are kept.
    func hasAllSales() async throws(RepositoryError) -> Bool
}

/// A page of sales.
package struct SalePage: Sendable {
    /// The sales.
    package let sales: [Sale]
    /// Where the next page begins; `nil` at the end.
    package let next: SaleCursor?

    /// A page of these sales.
    package init(sales: [Sale], next: SaleCursor?) {
        self.sales = sales
        self.next = next
    }
}

/// The place of a sale in the order of time, then of transaction ids, then of kinds.
package struct SaleCursor: Hashable, Sendable {
    /// When it was.
    package let at: Instant
    /// Apple's id of the purchase.
    package let transactionID: TransactionID
    /// Which of the transaction's sales at that instant it is.
    package let kind: Int64

    /// The place of these values.
    package init(at: Instant, transactionID: TransactionID, kind: Int64) {
        self.at = at
        self.transactionID = transactionID
        self.kind = kind
    }
}

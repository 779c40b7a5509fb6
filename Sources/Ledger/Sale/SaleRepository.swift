/// Keeps the sales of every chain in the order of time.
///
/// `Repository.record` writes them in the transaction that changes their chain, so they always agree with the chains.
package protocol SaleRepository: Sendable {
    /// Returns a page of the sales and refunds of an app within a span of time, whose upper bound is not part of it.
    ///
    /// They are in the order of time; those of one instant are in the order of the database, which the cursor follows.
    /// Reading goes on after `cursor`, as the page before named it. Only production has money.
    func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage

    /// Derives the sales of chains that were recorded by a version that kept none, for at most so many original transaction
    /// ids in one transaction, and returns whether more remain.
    ///
    /// It goes on where it stopped, changes nothing the second time, and may run beside `Repository.record`.
    func deriveSales(limit: Int) async throws(RepositoryError) -> Bool

    /// Returns whether the sales of all chains are kept.
    func hasAllSales() async throws(RepositoryError) -> Bool
}

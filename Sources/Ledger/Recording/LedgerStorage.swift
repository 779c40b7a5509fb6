/// What the ledger loads and saves while it carries out a unit of work.
///
/// A database implements this protocol and decides nothing: it finds rows, returns them as values of the ledger, and
/// writes the changes that come out. The decisions are extensions of this protocol and values beside it, one folder for
/// each noun; together they are most of what `UnitOfWork` requires. The numbers in these protocols are those that the
/// repository gave its rows; they mean nothing outside of it.
package protocol LedgerStorage: AccessKeyStorage, AuditStorage, CatalogStorage, ChainStorage, CustomerDataStorage,
    CustomerStorage, EntitlementStorage, EventStorage, EvidenceStorage, ExtensionStorage, FigureStorage,
    FulfillmentStorage,
    HealingStorage, ImportStorage, LegacyUsageStorage, OfferStorage, OrderStorage, OwnershipChangeStorage,
    OwnershipStorage, ReceiptStorage, RefundStorage, ReportStorage, RevokedCertificateStorage, RiskStorage,
    SeatStorage, WalletStorage, WatchStorage
{
    /// The holdings of customers before the current unit, while it publishes entitlements.
    var noticed: PriorHoldings? { get set }

    /// Notes that the open unit creates work of a kind, or moves its date; no date means that no worker has to act.
    func note(_ kind: WorkKind, dueAt: Instant?)

    /// Collects a transfer of ownership, if `collectingTransfers` runs.
    func note(_ transfer: OwnershipTransfer)

    /// Does work, and returns its result with the transfers of ownership that it made.
    func collectingTransfers<Answer>(
        _ work: () throws -> Answer
    ) rethrows -> (answer: Answer, transfers: [OwnershipTransfer])

    /// Does work, rolls it back, and returns its result.
    func preview<Answer>(_ work: () throws -> Answer) throws -> Answer

    /// Returns the number of rows written since the connection was opened.
    func writtenCount() throws -> Int

    /// Writes a row where a unit has changed nothing, because its answer follows a commit.
    func countRepeat() throws

    /// Returns a new number for a lease.
    func nextLeaseNumber() throws -> Int64
}

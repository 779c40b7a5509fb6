/// The repository of the ledger.
///
/// A repository runs units of work and does nothing else: `read` runs one on one consistent view of the ledger, `write`
/// in one transaction. What a unit of work can do is in the protocols of the nouns, such as `WalletReads` and
/// `WalletWrites`. Every implementation has the same results, which `RepositoryContract` tests.
package protocol Repository: Sendable {
    /// Runs work that only reads, on one consistent view of the ledger: it sees all of a unit of work or nothing.
    ///
    /// `name` is the name of the use case, for logs, traces and tests. A read that takes too long is ended and throws
    /// `RepositoryError.tooSlow`. If its task is canceled while it waits or runs, an implementation may end it with
    /// `RepositoryError.unavailable`.
    func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// Runs work as one unit.
    ///
    /// When it returns, its changes are on disk, also where nothing had to change: an answer never depends on data that
    /// might not be on disk yet. When it throws, nothing has changed, except after `RepositoryError.failedSync`, which
    /// ends the process. The work may run a second time, after its first run was rolled back. Where it records an
    /// intake, the implementation may load in advance what the units of one transaction need.
    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// The threads that read: a task on them reads without a change of threads; `nil` where no such threads exist.
    var readThreads: (any TaskExecutor)? { get }

    /// Completes the work in progress and closes the repository.
    func close() async
}

extension Repository {
    /// No threads.
    package var readThreads: (any TaskExecutor)? { nil }

    /// Runs work that only reads, named after the function that calls.
    package func read<Outcome: Sendable>(
        name: StaticString = #function,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.read(as: name, work)
    }

    /// Runs work as one unit, named after the function that calls.
    package func write<Outcome: Sendable>(
        name: StaticString = #function,
        recording intake: Intake? = nil,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write(as: name, recording: intake, work)
    }
}

/// One consistent view of the ledger, valid within the closure that receives it.
package protocol ReadView: AccessKeyReads, AuditReads, CatalogReads, ChainReads, ClusterReads, CustomerReads,
    EntitlementReads, EventReads, EvidenceReads, ExtensionReads, FigureReads, FulfillmentReads, GaugeReads, GrantReads,
    HealingReads,
    ImportReads, LegacyUsageReads, OfferReads, OperatorReads, OrderReads, OwnershipReads, PriceReads, ReceiptReads,
    RefundReads, ReportReads, RiskReads, SaleReads, SeatReads, WalletReads, WatchReads, WebhookReads, WorkReads
{}

/// A unit of work: it reads what it wrote, and all of it is committed together.
package protocol UnitOfWork: ReadView, AccessKeyWrites, AuditWrites, CatalogWrites, ChainWrites, ClusterWrites,
    CustomerWrites, EntitlementWrites, EventWrites, EvidenceWrites, ExtensionWrites, FigureWrites, FulfillmentWrites,
    GrantWrites,
    HealingWrites, ImportWrites, LegacyUsageWrites, OfferWrites, OperatorWrites, OrderWrites, OwnershipWrites,
    PriceWrites, ReceiptWrites, RefundWrites, ReportWrites, RiskWrites, SeatWrites, WalletWrites, WatchWrites,
    WebhookWrites
{
    /// Writes a row and nothing else, so that the commit shows whether a write would reach the disk now.
    func probe() throws
}

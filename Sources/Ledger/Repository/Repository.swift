/// Keeps the ledger.
///
/// Each method is one whole unit of work: when it returns, what it promises is on disk; when it throws, nothing has
/// changed, except after `RepositoryError.failedSync`, which ends the process. Every implementation answers the same,
/// which `RepositoryContract` proves.
package protocol Repository:
    AccessKeyRepository, CatalogRepository, CustomerRepository, FulfillmentRepository, LegacyUsageRepository,
    GaugeRepository,
    GrantRepository, ImportRepository, OrderRepository, OwnershipRepository, PriceRepository, ReceiptRepository,
    RefundRepository, ReportRepository, EntitlementRepository, RiskRepository, SaleRepository, ClusterRepository,
    WalletRepository, WatchRepository, WebhookRepository
{
    /// Records one unit, derives anew whose the touched purchases are, and returns when all of it is on disk.
    ///
    /// A unit that was recorded before also follows a commit of its own: a duplicate is never acknowledged from a read,
    /// because what was read might not have reached the disk yet.
    func record(_ intake: Intake) async throws(RepositoryError) -> RecordingResult

    /// Keeps evidence without applying it.
    ///
    /// Keeping it again follows a commit of its own, and changes nothing where the reason is the same: whoever sends it
    /// again must not undo what was found out about it. Kept again for another reason, it takes that reason with its
    /// code and date, except that nothing turns into evidence of another app, which makes room for newer evidence.
    /// Everything else stays as it was first.
    func hold(_ held: HeldEvidence) async throws(RepositoryError)

    /// Replaces the reason, the code and the date of held evidence, so that what was looked at in vain leaves the place
    /// of what is due. Changes nothing where the evidence is held no longer.
    func judge(_ held: HeldEvidence) async throws(RepositoryError)

    /// Returns whether evidence of this digest is held for an app.
    func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool

    /// The held evidence whose time has come, earliest first.
    func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence]

    /// When the next held evidence is due.
    func nextHeldDueAt() async throws(RepositoryError) -> Instant?

    /// Makes the evidence that is held for these reasons and waits for no instant due at one: what it lacked may be
    /// there now, because the configuration or a certificate's revocation status has changed.
    func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)

    /// How much evidence is held, by reason.
    func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int]

    /// Everything that answers about one customer are derived from; without chains for a customer nobody has seen.
    func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger

    /// The chain that a transaction belongs to, with its owners, or `nil` when the transaction is not known.
    func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain?

    /// Signed objects in the order they were first recorded, after a position; the position starts at 0.
    func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)]

    /// The position of the object that was recorded last, or 0 when there is none.
    func newestEvidencePosition() async throws(RepositoryError) -> Int64

    /// One signed object by its digest, to put together what it was cut out of.
    func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence?

    /// The events of an event stream after a number, in order; the number starts at 0.
    func events(of stream: EventStream, after number: Int64, limit: Int) async throws(RepositoryError) -> [Event]

    /// The chains whose state is to be looked at again, earliest first: by then it is another one although nothing more
    /// was heard.
    func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain]

    /// When the next chain is due.
    func nextChainDueAt() async throws(RepositoryError) -> Instant?

    /// Lets time pass over a chain: tells each change that has fallen due, dated by the instant at which it did, and
    /// plans the next look. Does nothing when the chain is not due.
    func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError)

    /// The chains about which Apple is to be asked, earliest first.
    func dueChainChecks(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainCheck]

    /// Takes note that Apple was asked about a chain, after its answer was recorded, and plans the next asking.
    ///
    /// `revision` is where Apple's history of its customer has been read to; `nil` keeps what was known.
    func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) async throws(RepositoryError)

    /// Asks about a chain later, because Apple could not be asked now.
    func putOff(_ check: ChainCheck, until: Instant) async throws(RepositoryError)

    /// Asks about every chain of an app and environment, because something may be missing that no history tells.
    ///
    /// Where it throws, some chains may be marked already; to be done again.
    func askAboutAll(of app: AppName, environment: StoreEnvironment, at now: Instant) async throws(RepositoryError)

    /// Asks about those of some chains that are known, and everything about each: somebody says of them what nobody
    /// signed.
    ///
    /// What is planned earlier stays so. Of a chain of which nothing is kept, no report either, nothing is written.
    func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError)

    /// How far Apple's notification history has been read.
    func history(of app: AppName, environment: StoreEnvironment) async throws(RepositoryError) -> HistoryProgress

    /// Plans the reading of windows, all of them or none, and moves the end of what is planned on.
    func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError)

    /// Takes note that a window was read to a page, with what the page has shown; `nil` instead of a page ends it.
    func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError)

    /// Which of these notifications are not recorded.
    func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String>

    /// Changes what is left of a budget: the change is given the stored number, 0 at first, and says what it becomes or
    /// `nil` for no change. Returns the number before.
    ///
    /// Nobody else changes it in between.
    func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64

    /// Keeps a new order to extend renewal dates and returns it; an order that is kept under its id already stays as it
    /// is and is returned instead.
    func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension

    /// Keeps what has become of an order to extend renewal dates.
    ///
    /// What is known to be completed stays so, and what Apple has taken stays taken.
    func keep(_ order: RenewalExtension) async throws(RepositoryError)

    /// The order to extend renewal dates of this id.
    func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> RenewalExtension?

    /// The orders to extend renewal dates of which nothing has come yet, oldest first, after one of them.
    func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension]

    /// The orders to extend renewal dates, newest first.
    func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension]

    /// Keeps that a renewal date could not be extended with the others of its product.
    func keep(_ failure: ExtensionFailure) async throws(RepositoryError)

    /// The renewal dates that could not be extended since an order was given, in the order of their instants.
    func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure]

    /// Keeps that an offer was signed for a customer, unless that would be more often than a limit allows; answers
    /// whether it was kept. Nobody else signs in between.
    func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool

    /// Takes back that an offer was signed, because it was never handed out; it counts no longer.
    func discard(_ signed: SignedOffer) async throws(RepositoryError)

    /// When an offer of a product was signed for a customer since an instant, in order.
    func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant]

    /// Says who receives events besides the webhook endpoints: each sink of an app gets every event from the one after
    /// this call on. Sinks that are not named any longer are forgotten with what they have not received.
    func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError)

    /// Leases event streams that have something to publish to a sink to one worker, earliest first.
    ///
    /// Nobody else gets them before `until`, or before the worker puts them back; after it, the lease is worth nothing.
    func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [EventStreamLease]

    /// Takes note that a sink received the events of a lease up to a number, and keeps the lease until another instant.
    func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError)
        -> EventStreamLease.Progress

    /// Puts an event stream back that has not failed, to be leased again at an instant. Does nothing when the lease is
    /// over.
    func putBack(_ lease: EventStreamLease, until: Instant) async throws(RepositoryError)

    /// When the oldest event occurred that a sink has not received, among the streams that are next, up to a limit of
    /// them; `nil` where it has received all. Streams that are suspended are left out.
    func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant?

    /// Where the audit log ends.
    func auditHead() async throws(RepositoryError) -> AuditHead

    /// Enters an action in the audit log, where it ends then, writes number and hash of the entry into the process's
    /// log too, and returns the entry.
    ///
    /// With a quota the action is entered only within it, and `nil` is returned for one that is only counted.
    func append(_ draft: AuditDraft, within quota: BudgetName?) async throws(RepositoryError) -> AuditEntry?

    /// Entries of the audit log after a number, in order; the number starts at 0.
    func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry]

    /// Fails unless a write would reach the disk now.
    func probe() async throws(RepositoryError)

    /// Finishes what was begun and closes.
    func close() async
}

/// A chain whose state is to be looked at again.
package struct DueChain: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The original transaction id that stands for it.
    package let originalTransactionID: OriginalTransactionID
    /// The instant of its next change.
    package let dueAt: Instant

    /// A chain that is due at an instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        dueAt: Instant
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.dueAt = dueAt
    }

    /// The most steps that one look takes; a chain with more stays due.
    ///
    /// Between two pieces of evidence a subscription passes overdue, grace, retry and expiry at most, each once.
    package static let maximumSteps = 16
}

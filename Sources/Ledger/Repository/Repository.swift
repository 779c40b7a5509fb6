/// The repository of the ledger.
///
/// Each method is one complete unit of work: when it returns, its changes are on disk; when it throws, nothing has
/// changed, except after `RepositoryError.failedSync`, which ends the process. Every implementation has the same
/// results, which `RepositoryContract` tests.
package protocol Repository:
    AccessKeyRepository, CatalogRepository, CustomerRepository, FulfillmentRepository, LegacyUsageRepository,
    GaugeRepository,
    GrantRepository, ImportRepository, OrderRepository, OwnershipRepository, PriceRepository, ReceiptRepository,
    RefundRepository, ReportRepository, EntitlementRepository, RiskRepository, SaleRepository, ClusterRepository,
    WalletRepository, WatchRepository, WebhookRepository
{
    /// Records one unit, derives the owners of its purchases again, and returns when all of it is on disk.
    ///
    /// A unit that was recorded before also follows a commit of its own: a duplicate is never acknowledged from a read,
    /// because the data that were read might not be on disk yet.
    func record(_ intake: Intake) async throws(RepositoryError) -> RecordingResult

    /// Stores evidence without applying it.
    ///
    /// Storing it again follows a commit of its own, and changes nothing where the reason is the same: sending evidence
    /// again must not undo an earlier review. Stored again for another reason, it gets that reason with its code and
    /// date, except that nothing becomes evidence of another app, which newer evidence may replace. All other values
    /// remain those of the first time.
    func hold(_ held: HeldEvidence) async throws(RepositoryError)

    /// Replaces the reason, the code and the date of held evidence, so that evidence whose review failed does not block
    /// evidence that is due.
    ///
    /// Changes nothing where the evidence is not held any longer.
    func judge(_ held: HeldEvidence) async throws(RepositoryError)

    /// Returns whether evidence of this digest is held for an app.
    func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool

    /// Returns the held evidence that is due, earliest first.
    func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence]

    /// Returns the instant at which the next held evidence is due.
    func nextHeldDueAt() async throws(RepositoryError) -> Instant?

    /// Makes the evidence that is held for these reasons without a due date due at an instant: the configuration or a
    /// certificate's revocation status has changed, so a missing part may now be present.
    func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)

    /// Returns the number of pieces of held evidence, by reason.
    func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int]

    /// Returns the ledger of one customer, from which all answers about them are derived; without chains for an unknown
    /// customer.
    func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger

    /// Returns the chain of a transaction, with its owners, or `nil` when the transaction is unknown.
    func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain?

    /// Returns signed objects in the order in which they were first recorded, after a position; positions start at 0.
    func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)]

    /// Returns the position of the last recorded object, or 0 when there is none.
    func newestEvidencePosition() async throws(RepositoryError) -> Int64

    /// Returns one signed object by its digest, to reassemble the object from which it was cut out.
    func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence?

    /// Returns the events of an event stream after a number, in order; numbers start at 0.
    func events(of stream: EventStream, after number: Int64, limit: Int) async throws(RepositoryError) -> [Event]

    /// Returns the chains whose state changes by time alone and is due for an update, earliest first.
    func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain]

    /// Returns the instant at which the next chain is due.
    func nextChainDueAt() async throws(RepositoryError) -> Instant?

    /// Publishes the state changes of a chain that time causes, each dated by the instant at which it was due, and
    /// schedules the next update.
    ///
    /// Does nothing when the chain is not due.
    func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError)

    /// Returns the chains that are due for a check with Apple, earliest first.
    func dueChainChecks(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainCheck]

    /// Records that a chain was checked with Apple, after the answer was recorded, and schedules the next check.
    ///
    /// `revision` is the position up to which Apple's history of the customer was read; `nil` keeps the stored one.
    func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) async throws(RepositoryError)

    /// Defers the check of a chain, because Apple could not be asked now.
    func putOff(_ check: ChainCheck, until: Instant) async throws(RepositoryError)

    /// Schedules a check of every chain of an app and environment, because evidence may be missing that no history
    /// contains.
    ///
    /// When it throws, some chains may be scheduled already; the caller has to repeat the call.
    func askAboutAll(of app: AppName, environment: StoreEnvironment, at now: Instant) async throws(RepositoryError)

    /// Schedules a complete check of those of some chains that are known, because of a statement about them that Apple
    /// did not sign.
    ///
    /// An earlier scheduled check remains. Nothing is written for an unknown chain, which has no report either.
    func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError)

    /// Returns the position up to which Apple's notification history has been read.
    func history(of app: AppName, environment: StoreEnvironment) async throws(RepositoryError) -> HistoryProgress

    /// Schedules the reading of windows, all of them or none, and advances the end of the schedule.
    func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError)

    /// Records that a window was read up to a page, with the result of the page; `nil` instead of a page ends the
    /// window.
    func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError)

    /// Returns those of some notifications that are not recorded.
    func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String>

    /// Changes the remainder of a budget: `change` receives the stored number, initially 0, and returns the new one, or
    /// `nil` for no change.
    ///
    /// Returns the number before.
    ///
    /// No other call changes it in between.
    func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64

    /// Stores a new order to extend renewal dates and returns it; an order that is already stored under its id remains
    /// unchanged and is returned instead.
    func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension

    /// Stores the result of an order to extend renewal dates.
    ///
    /// A completed order remains completed, and an order that Apple accepted remains accepted.
    func keep(_ order: RenewalExtension) async throws(RepositoryError)

    /// Returns the order to extend renewal dates with this id.
    func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> RenewalExtension?

    /// Returns the orders to extend renewal dates without a result, oldest first, after one of them.
    func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension]

    /// Returns the orders to extend renewal dates, newest first.
    func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension]

    /// Records that a renewal date could not be extended with the others of its product.
    func keep(_ failure: ExtensionFailure) async throws(RepositoryError)

    /// Returns the renewal dates that could not be extended since an order was created, in ascending order of time.
    func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure]

    /// Records that an offer was signed for a customer, unless a limit forbids it, and returns whether it was recorded;
    /// no other call records a signature in between.
    func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool

    /// Deletes the record of a signed offer, because the signature was never returned to the app; it no longer counts.
    func discard(_ signed: SignedOffer) async throws(RepositoryError)

    /// Returns the instants at which an offer of a product was signed for a customer since an instant, in order.
    func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant]

    /// Sets the sinks that receive events besides the webhook endpoints: each sink of an app receives every event from
    /// the next one after this call on.
    ///
    /// Sinks that are not named are deleted together with their unsent events.
    func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError)

    /// Leases event streams with events to publish to a sink to one worker, earliest first.
    ///
    /// No other worker gets them before `until`, or before the worker returns them; after that instant the lease is
    /// invalid.
    func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [EventStreamLease]

    /// Records that a sink received the events of a lease up to a number, and extends the lease until another instant.
    func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError)
        -> EventStreamLease.Progress

    /// Returns an event stream without a failure, to be leased again at an instant.
    ///
    /// Does nothing when the lease is over.
    func putBack(_ lease: EventStreamLease, until: Instant) async throws(RepositoryError)

    /// Returns the instant of the oldest event that a sink has not received, among at most a number of the next
    /// streams; `nil` where it has received all.
    ///
    /// Suspended streams are excluded.
    func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant?

    /// Returns the end of the audit log.
    func auditHead() async throws(RepositoryError) -> AuditHead

    /// Appends an action to the audit log, writes the number and the hash of the entry into the process's log too, and
    /// returns the entry.
    ///
    /// With a quota the action is appended only within it; `nil` is returned for an action that is only counted.
    func append(_ draft: AuditDraft, within quota: BudgetName?) async throws(RepositoryError) -> AuditEntry?

    /// Returns entries of the audit log after a number, in order; numbers start at 0.
    func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry]

    /// Throws unless a write would reach the disk now.
    func probe() async throws(RepositoryError)

    /// Completes the work in progress and closes the repository.
    func close() async
}

/// A chain whose state is due for an update.
package struct DueChain: Hashable, Sendable {
    /// The app of the chain.
    package let app: AppName
    /// The environment of the chain.
    package let environment: StoreEnvironment
    /// The original transaction id that identifies the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The instant of its next change.
    package let dueAt: Instant

    /// Creates a chain that is due at an instant.
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

    /// The maximum number of steps of one update; a chain with more remains due.
    ///
    /// Between two pieces of evidence a subscription passes overdue, grace, retry and expiry at most, each once.
    package static let maximumSteps = 16
}

/// Keeps refund cases, the policies by which they are answered, and what was set for single customers.
///
/// What Apple says is written by `Repository.record`, in the same unit of work as everything else that its evidence
/// says. Each method is one whole unit of work, as those of `Repository` are.
package protocol RefundRepository: Sendable {
    /// A case.
    func refund(_ id: RefundID, of app: AppName) async throws(RepositoryError) -> RefundRecord?

    /// The cases of an app after a place, in the order in which they became known; the place starts at 0.
    func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund]

    /// The cases of an app that were opened after a place in time, the earliest first.
    func refunds(
        of app: AppName,
        openedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund]

    /// The refunds of an app that were reported and that Apple did not sign, after a place, in the order in which their
    /// transactions were reported first; the place starts at 0. What has become of a report is not in it.
    func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund]

    /// The refunds of an app that were reported at a place in time or after it, the earliest first; a place's instant
    /// is that of the report that counts.
    func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund]

    /// The refunds of an Apple Account before an instant that still stand, the newest first, each purchase once,
    /// whoever the customers are whose purchases these are.
    ///
    /// Of their transactions the newest `limit` are read, whatever else is known of the Apple Account.
    func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [AccountRefund]

    /// Makes room for a report before it is recorded, and returns how many old ones had to go for it; `nil` where there
    /// is no room.
    ///
    /// A report of a transaction that is kept already, or of a transaction that is known in the chain that it names,
    /// needs none. Of all others at most `limit` wait in an environment of an app. Where these are waiting, those that
    /// arrived before an instant are dropped.
    func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) async throws(RepositoryError) -> Int?

    /// Leases cases to one worker, the longest due first, each with whose purchase it is now.
    ///
    /// Instants are those of workers, by real time. Nobody else gets them before `until`; after it, the lease is worth
    /// nothing. A case that cannot be read is put off and named, and keeps nobody from the others.
    func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> RefundLeases

    /// Takes note of what a worker did, tells it, counts the case in the trials of policies that it belongs to, and
    /// returns it as it is then; `nil` when the lease is over.
    ///
    /// A trial that this brings to its end is ended, and that is published in the event stream of the case.
    func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord?

    /// Takes a person's word on the request of a case that can still be decided, and returns the case as it is then and
    /// whether there was one; `nil` when the case is not known.
    func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) async throws(RepositoryError) -> (record: RefundRecord, isTaken: Bool)?

    /// Keeps a policy if its number follows the newest of its app, and says whether it did; a trial of that one is
    /// ended.
    func keep(_ policy: RefundPolicy, of app: AppName) async throws(RepositoryError) -> Bool

    /// The policies of an app, newest first, those before a number where one is given.
    func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [RefundPolicy]

    /// Keeps what a shop says of how a purchase was used, unless something later is known, and returns what counts
    /// then; `nil` when the ledger does not know the transaction.
    func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence?

    /// What counts of what the shop said of a purchase under any of these transactions; `nil` where it said nothing.
    func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence?

    /// Ends the trial of a policy, and says whether one ran.
    func endTrial(of version: Int64, _ end: RefundTrial.End, app: AppName) async throws(RepositoryError) -> Bool

    /// What came of the cases of a trial, by arm.
    func tallies(
        of version: Int64,
        app: AppName
    ) async throws(RepositoryError) -> [RefundExperiment.Arm: RefundTally]

    /// When consent was last rescinded for an Apple Account; whatever its user agreed to before counts no longer.
    func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Instant?

    /// Sets what Apple is told whenever a customer asks for his money back, or takes that back; what waits for a person
    /// or for consent is due at once.
    func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError)

    /// What is set for a customer, under any of his names.
    func refundOverride(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RefundOverride?
}

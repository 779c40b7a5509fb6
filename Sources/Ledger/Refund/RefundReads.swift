/// Reads refund cases, the policies by which they are answered, and the settings for single customers.
package protocol RefundReads {
    /// Returns whether a refund case of an app is due.
    func hasDueRefund(of app: AppName, at now: Instant) throws -> Bool

    /// Returns a case.
    func refund(_ id: RefundID, of app: AppName) throws -> RefundRecord?

    /// Returns the cases of an app after a position, in the order in which they were recorded; positions start at 0.
    func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedRefund]

    /// Returns the cases of an app, the last recorded first; those before a position where one is given.
    func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        before position: Int64?,
        limit: Int
    ) throws -> [PositionedRefund]

    /// Returns the cases of an app that were opened after a position in time, the earliest first.
    func refunds(of app: AppName, openedAfter cursor: RefundCursor, limit: Int) throws -> [PositionedRefund]

    /// Returns the reported refunds of an app that Apple did not sign, after a position, in the order in which their
    /// transactions were first reported; positions start at 0.
    ///
    /// The state of a report is not included.
    func reportedRefunds(of app: AppName, after position: Int64, limit: Int) throws -> [PositionedReportedRefund]

    /// Returns the reported refunds of an app at a position in time or after it, the earliest first; the instant of a
    /// position is that of the report that counts.
    func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) throws -> [PositionedReportedRefund]

    /// Returns the refunds of an Apple Account before an instant that are still in force, the newest first, each
    /// purchase once, for all customers who own the purchases.
    ///
    /// Reads the newest `limit` transactions of the Apple Account.
    func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund]

    /// Returns the policies of an app, newest first; those before a number where one is given.
    func refundPolicies(of app: AppName, before version: Int64?, limit: Int) throws -> [RefundPolicy]

    /// Returns the statement that counts for a purchase under any of these transactions; `nil` where the shop made
    /// none.
    func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence?

    /// Returns the results of a trial, by arm.
    func tallies(of version: Int64, app: AppName) throws -> [RefundExperiment.Arm: RefundTally]

    /// Returns the latest rescission of consent for an Apple Account; `nil` if there was none.
    func rescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> RecordedRescission?

    /// Returns the latest rescission of consent for each Apple Account, newest first, after the first `skipping` ones.
    func rescissions(
        of app: AppName,
        environment: StoreEnvironment,
        skipping: Int,
        limit: Int
    ) throws -> [RecordedRescission]

    /// Returns the setting for a customer, under any of the customer's names.
    func refundOverride(of customer: CustomerID, app: AppName) throws -> RefundOverride?
}

/// Stores refund cases, the policies by which they are answered, and the settings for single customers.
///
/// `EvidenceWrites.record` writes Apple's signed refunds, in the same unit of work as everything else in its evidence.
package protocol RefundWrites {
    /// Leases cases to one worker, the longest due first, each with the current owner of its purchase.
    ///
    /// Instants are of real time. No other worker gets a leased case before `until`; after that instant the lease is
    /// invalid. A case that cannot be read is deferred and named, and does not block the others.
    func leaseRefunds(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> RefundLeases

    /// Makes room for a report before it is recorded, and returns the number of old reports that were deleted for it;
    /// `nil` where there is no room.
    ///
    /// No room is needed for a report of a transaction that already has one, or of a known transaction in the chain
    /// that the report names. Of all others at most `limit` wait in an environment of an app. When the limit is
    /// reached, those that arrived before an instant are deleted.
    func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) throws -> Int?

    /// Records the result of a worker's step, publishes its event, counts the case in its trials of policies, and
    /// returns the updated case; `nil` when the lease is over.
    ///
    /// When this ends a trial, the end is published in the event stream of the case.
    func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) throws -> RefundRecord?

    /// Records an operator's decision on the request of a case that can still be decided, and returns the updated case
    /// and whether it could be decided; `nil` when the case is unknown.
    func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) throws -> (record: RefundRecord, isTaken: Bool)?

    /// Stores a policy if its number follows the newest of its app, and returns whether it did; ends the trial of the
    /// newest one.
    func keep(_ policy: RefundPolicy, of app: AppName) throws -> Bool

    /// Stores a shop's statement of how a purchase was used, unless a later one is known, and returns the statement
    /// that counts; `nil` when the ledger does not know the transaction.
    func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ConsumptionEvidence?

    /// Ends the trial of a policy, and returns whether one ran.
    func endTrial(of version: Int64, _ end: RefundTrial.End, app: AppName) throws -> Bool

    /// Resolves what the latest rescission of consent for an Apple Account set in motion, and returns the rescission and
    /// whether that is new; `nil` when there was no rescission.
    func resolveRescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> (rescission: RecordedRescission, isNew: Bool)?

    /// Sets or removes the answer to every refund request of a customer; cases that wait for an operator or for consent
    /// become due immediately.
    func setRefundOverride(_ override: RefundOverride?, of customer: CustomerID, app: AppName) throws
}

extension Repository {
    /// Performs `leaseRefunds` as one unit of work, after a read where nothing is due, so that nothing is written then.
    package func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> RefundLeases {
        guard try await self.read({ view in try view.hasDueRefund(of: app, at: now) }) else { return RefundLeases() }
        return try await self.write { unit in try unit.leaseRefunds(of: app, at: now, until: until, limit: limit) }
    }
}

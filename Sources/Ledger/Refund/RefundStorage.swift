/// Loads and saves refund cases, reported refunds, consumption reports, and the policies with their trials.
package protocol RefundStorage: CustomerStorage, RefundReads {
    // MARK: Cases

    /// Returns the case of a transaction; `nil` where there is none.
    func refund(of transaction: TransactionID, scope: Scope, people: inout CustomerCache) throws -> NumberedRefund?

    /// Returns the cases of an app that are due at an instant of real time, the longest due first.
    func dueRefunds(of app: AppName, at now: Instant, limit: Int, people: inout CustomerCache) throws -> [DueRefund]

    /// Returns the cases of a customer's purchases after a number, in the order of their numbers; throws where one of
    /// them cannot be read.
    func refunds(
        of owner: Int64,
        app: AppName,
        after number: Int64,
        limit: Int,
        people: inout CustomerCache
    ) throws
        -> [NumberedRefund]

    /// Adds a case of a transaction with this owner.
    func insert(_ job: RefundJob, owner: Int64?, scope: Scope) throws

    /// Saves a case.
    func put(_ refund: NumberedRefund) throws

    /// Defers a case that cannot be read.
    func putOffRefund(_ number: Int64, until dueAt: Instant) throws

    /// Sets the due date of a customer's cases that wait for an operator or for consent, and ends the leases on them.
    func putWaitingRefundsDue(_ dueAt: Instant, of owner: Int64) throws

    /// Returns the refunds of an Apple Account before an instant that are still in force, the newest first, of each
    /// transaction.
    func refunds(of account: AppTransactionID, scope: Scope, before: Instant, limit: Int) throws -> [AccountRefund]

    /// Saves that consent was rescinded for an Apple Account, unless a later rescission is stored; returns whether it
    /// is new.
    func put(_ rescission: ConsentRescission, scope: Scope) throws -> Bool

    /// Saves when the stored rescission of consent for an Apple Account was resolved.
    func putResolved(at instant: Instant, rescissionOf account: AppTransactionID, scope: Scope) throws

    /// Deletes the consumption reports on a customer's purchases, and the assessment of the customer's risk.
    func deleteJudgments(of owner: Int64) throws

    // MARK: Consumption

    /// Returns whether a transaction is known, and the number of its owner.
    func knownOwner(of transaction: TransactionID, scope: Scope) throws -> (isKnown: Bool, owner: Int64?)

    /// Returns the stored report on the consumption of a transaction.
    func consumption(of transaction: TransactionID, scope: Scope) throws -> ConsumptionEvidence?

    /// Saves a report on the consumption of a transaction, unless the stored one takes precedence.
    func put(_ evidence: ConsumptionEvidence, of transaction: TransactionID, owner: Int64?, scope: Scope) throws

    // MARK: Policies

    /// Adds a policy, with its trial if it has one.
    func insert(_ policy: RefundPolicy, app: Int64) throws

    /// Saves the end of the trial of a policy where it is running; returns whether it was.
    func put(_ end: RefundTrial.End, ofTrial version: Int64, app: Int64) throws -> Bool

    /// Adds a change to the stored sums of a trial.
    func add(_ change: RefundTallyChange, app: Int64) throws

    /// Returns the setting that is stored under a customer's number.
    func refundOverride(of owner: Int64) throws -> RefundOverride?

    /// Saves the setting for a customer.
    func put(_ override: RefundOverride, of owner: Int64) throws

    /// Deletes the setting that is stored under a customer's number.
    func deleteRefundOverride(of owner: Int64) throws

    // MARK: Reported refunds

    /// Returns whether a transaction of an original has a report.
    func hasReport(on transaction: TransactionID, of original: Int64) throws -> Bool

    /// Returns the number of reports whose transactions are not known, counted up to a limit.
    func unknownReportCount(in scope: Scope, upTo limit: Int) throws -> Int

    /// Deletes the reports from before an instant whose transactions are not known, except in chains with known
    /// transactions; returns how many it deleted.
    ///
    /// A report may count for a restored purchase although its own transaction is not known.
    func deleteUnknownReports(in scope: Scope, before: Instant) throws -> Int

    /// Saves that the transaction of a report is known.
    func putKnown(reportOn transaction: TransactionID, of original: Int64) throws
}

/// A refund case as the repository stores it.
package struct NumberedRefund: Sendable {
    /// The number of the case, in the order in which cases were recorded.
    package let number: Int64
    /// The app and environment.
    package let scope: Scope
    /// The number of the customer who owns the purchase; the case has the customer's name.
    package var owner: Int64?
    /// The case, its due date and the lease on it.
    package var job: RefundJob

    /// Creates a case with these values.
    package init(number: Int64, scope: Scope, owner: Int64?, job: RefundJob) {
        self.number = number
        self.scope = scope
        self.owner = owner
        self.job = job
    }
}

/// A refund case that is due.
package enum DueRefund: Sendable {
    /// The case can be read.
    case readable(NumberedRefund)
    /// The case with this number and id cannot be read.
    case unreadable(number: Int64, id: RefundID)
}

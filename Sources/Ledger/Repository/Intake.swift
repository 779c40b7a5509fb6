/// One unit of what the ledger takes in: evidence, the facts it states, and who submitted it.
///
/// A unit is recorded whole or not at all, and recording it again changes nothing.
package struct Intake: Hashable, Sendable {
    /// The app it belongs to.
    package var app: AppName
    /// The environment it belongs to.
    package var environment: StoreEnvironment
    /// When it reached us.
    package var receivedAt: Instant
    /// The signed objects; an object comes after the parts that were cut out of it.
    package var evidence: [SignedEvidence]
    /// The notification, if it was one.
    package var notification: NotificationStatement?
    /// What the evidence says of transactions.
    package var transactions: [TransactionSnapshot]
    /// What the evidence says of renewals.
    package var renewals: [RenewalSnapshot]
    /// What the evidence says of statuses.
    package var statuses: [StatusStatement]
    /// What the evidence says of refund requests.
    package var refundRequests: [RefundRequestStatement]
    /// Who submitted, if an app did.
    package var submission: Submission?
    /// Tokens that the shop says stand for the submitting customer.
    package var customerTokens: [AccountToken]
    /// The held evidence that this unit releases.
    package var releasedHold: EvidenceDigest?
    /// When access goes on although no paid period runs: what is told of a subscription depends on it.
    package var access: AccessPolicy

    /// A unit of one app and environment, received at this instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        receivedAt: Instant,
        evidence: [SignedEvidence] = [],
        notification: NotificationStatement? = nil,
        transactions: [TransactionSnapshot] = [],
        renewals: [RenewalSnapshot] = [],
        statuses: [StatusStatement] = [],
        refundRequests: [RefundRequestStatement] = [],
        submission: Submission? = nil,
        customerTokens: [AccountToken] = [],
        releasedHold: EvidenceDigest? = nil,
        access: AccessPolicy = AccessPolicy()
    ) {
        self.app = app
        self.environment = environment
        self.receivedAt = receivedAt
        self.evidence = evidence
        self.notification = notification
        self.transactions = transactions
        self.renewals = renewals
        self.statuses = statuses
        self.refundRequests = refundRequests
        self.submission = submission
        self.customerTokens = customerTokens
        self.releasedHold = releasedHold
        self.access = access
    }
}

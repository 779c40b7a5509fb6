/// One unit of input to the ledger: evidence, the facts it states, and its submission.
///
/// A unit is recorded completely or not at all, and recording it again changes nothing.
package struct Intake: Hashable, Sendable {
    /// The app it belongs to.
    package var app: AppName
    /// The environment it belongs to.
    package var environment: StoreEnvironment
    /// The instant at which the server received it.
    package var receivedAt: Instant
    /// The signed objects; an object follows the parts that were cut out of it.
    package var evidence: [SignedEvidence]
    /// The notification, if the unit is one.
    package var notification: NotificationEvidence?
    /// The evidence of transactions.
    package var transactions: [TransactionSnapshot]
    /// The evidence of renewals.
    package var renewals: [RenewalSnapshot]
    /// The evidence of statuses.
    package var statuses: [StatusEvidence]
    /// The evidence of refund requests.
    package var refundRequests: [RefundRequestEvidence]
    /// The requests for retention messages.
    package var retentionRequests: [RetentionRequestEvidence] = []
    /// The reported refunds, which Apple did not sign.
    package var reportedRefunds: [ReportedRefund] = []
    /// The refund request or decision of the notification.
    package var refund: RefundUpdate?
    /// The Apple Account for which a rescission of consent was received.
    package var rescission: ConsentRescission?
    /// The claims on seats that Apple ended.
    package var unclaim: SeatUnclaim?
    /// The submission, if an app submitted it.
    package var submission: Submission?
    /// Further submissions of the same customer: a receipt contains many purchases.
    package var otherSubmissions: [Submission] = []
    /// Whether an app presents it without a right to submit anything in it.
    package var isShownByApp = false
    /// The decisions of operators.
    package var decisions: [Decision]
    /// Additional facts of an import about transactions.
    package var importFacts: [ImportFact]
    /// Tokens that the shop assigns to the submitting customer, or else to the customer of the first decision.
    package var customerTokens: [AccountToken]
    /// The digest of the held evidence that this unit releases.
    package var releasedHold: EvidenceDigest?
    /// The app's products and what customers get for them: the events of subscriptions and entitlements depend on it.
    package var catalog: Catalog
    /// Whether changes are published as events; otherwise everything counts as published, now and later.
    package var publishesEvents: Bool
    /// Whether the server can check with Apple a transaction that an app presents and that was signed long before.
    package var asksApple: Bool

    /// The original transaction ids of everything in the unit.
    package var originals: Set<OriginalTransactionID> {
        Set(self.transactions.map(\.originalTransactionID)).union(self.renewals.map(\.originalTransactionID))
            .union(self.statuses.map(\.originalTransactionID))
            .union(self.refundRequests.map(\.originalTransactionID))
            .union(self.reportedRefunds.map(\.originalTransactionID))
            .union(self.retentionRequests.map(\.originalTransactionID))
    }

    /// All submissions, in order.
    package var submissions: [Submission] { (self.submission.map { [$0] } ?? []) + self.otherSubmissions }

    /// The submissions whose fulfillments decide whether the app is to finish: the first, and those of consumables.
    package var finishing: [Submission] {
        let usedUp = Set(self.transactions.filter { $0.kind == .consumable }.map(\.transactionID))
        return (self.submission.map { [$0] } ?? []) + self.otherSubmissions.filter { usedUp.contains($0.transactionID) }
    }

    /// The customer whom `customerTokens` identify, if there is one.
    package var tokenOwner: CustomerID? { self.submission?.customer ?? self.decisions.first?.customer }

    /// All customers whom it names.
    package var people: Set<CustomerID> {
        Set([self.submission?.customer, self.tokenOwner].compactMap(\.self)).union(self.decisions.map(\.customer))
    }

    /// Creates a unit of one app and environment, received at this instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        receivedAt: Instant,
        evidence: [SignedEvidence] = [],
        notification: NotificationEvidence? = nil,
        transactions: [TransactionSnapshot] = [],
        renewals: [RenewalSnapshot] = [],
        statuses: [StatusEvidence] = [],
        refundRequests: [RefundRequestEvidence] = [],
        refund: RefundUpdate? = nil,
        rescission: ConsentRescission? = nil,
        submission: Submission? = nil,
        decisions: [Decision] = [],
        importFacts: [ImportFact] = [],
        customerTokens: [AccountToken] = [],
        releasedHold: EvidenceDigest? = nil,
        catalog: Catalog = Catalog(),
        publishesEvents: Bool = true,
        asksApple: Bool = false
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
        self.refund = refund
        self.rescission = rescission
        self.submission = submission
        self.decisions = decisions
        self.importFacts = importFacts
        self.customerTokens = customerTokens
        self.releasedHold = releasedHold
        self.catalog = catalog
        self.publishesEvents = publishesEvents
        self.asksApple = asksApple
    }

    /// The consumables that only an app presents, signed so long ago that a later refund may be hidden.
    ///
    /// For everything else Apple keeps stating the current state, and an earlier period is never checked.
    package var doubted: Set<TransactionID> {
        guard self.submission != nil || self.isShownByApp, self.notification == nil else { return [] }
        let oldest = self.receivedAt - FulfillmentPolicy.freshness
        return Set(
            self.transactions.filter { snapshot in
                // A receipt does not state a consumable's refund, so its evidence is no younger than the purchase.
                let heardAt = snapshot.isSilentOnRefunds ? snapshot.purchaseAt : snapshot.signedAt
                return snapshot.kind == .consumable && heardAt < oldest
            }
            .map(\.transactionID)
        )
    }

    /// The transactions that it presents without doubt.
    package var vouched: Set<TransactionID> {
        Set(self.transactions.filter { !$0.isSilentOnRefunds }.map(\.transactionID)).subtracting(self.doubted)
    }
}

/// The identity of a notification: its name, and the instant at which Apple signed it.
package struct NotificationEvidence: Hashable, Sendable {
    /// Apple's `notificationUUID`, the same in every retry.
    package let uuid: String
    /// Apple's `notificationType`, whether or not the server knows it.
    package let type: String
    /// Apple's `subtype`.
    package let subtype: String?
    /// The instant at which Apple signed it.
    package let signedAt: Instant
    /// The digest of the notification as evidence.
    package let evidence: EvidenceDigest
    /// The transaction of the notification.
    package let transactionID: TransactionID?

    /// The type, followed by a dot and the subtype if there is one.
    package var name: String { self.subtype.map { "\(self.type).\($0)" } ?? self.type }

    /// Creates a notification of these values.
    package init(
        uuid: String,
        type: String,
        subtype: String?,
        signedAt: Instant,
        evidence: EvidenceDigest,
        transactionID: TransactionID?
    ) {
        self.uuid = uuid
        self.type = type
        self.subtype = subtype
        self.signedAt = signedAt
        self.evidence = evidence
        self.transactionID = transactionID
    }
}

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
    package var notification: NotificationEvidence?
    /// What the evidence says of transactions.
    package var transactions: [TransactionSnapshot]
    /// What the evidence says of renewals.
    package var renewals: [RenewalSnapshot]
    /// What the evidence says of statuses.
    package var statuses: [StatusEvidence]
    /// What the evidence says of refund requests.
    package var refundRequests: [RefundRequestEvidence]
    /// The refunds that it reports and nobody signed.
    package var reportedRefunds: [ReportedRefund] = []
    /// What the notification asks or decides about a refund.
    package var refund: RefundUpdate?
    /// The Apple Account for which somebody took back that its user may decide for himself.
    package var rescission: ConsentRescission?
    /// Who submitted, if an app did.
    package var submission: Submission?
    /// What the same customer submitted besides: a receipt shows many purchases at once.
    package var otherSubmissions: [Submission] = []
    /// Whether an app shows it, although nothing in it may be submitted.
    package var isShownByApp = false
    /// What operators decided.
    package var decisions: [Decision]
    /// What an import said of transactions besides.
    package var importFacts: [ImportFact]
    /// Tokens that the shop says stand for the submitting customer, or else for the one of the first decision.
    package var customerTokens: [AccountToken]
    /// The held evidence that this unit releases.
    package var releasedHold: EvidenceDigest?
    /// What the app sells and what it gives for it: what is told of subscriptions and entitlements depends on it.
    package var catalog: Catalog
    /// Whether what changes is published as events; otherwise everything counts as published, now and later.
    package var publishesEvents: Bool
    /// Whether Apple can be asked about what an app shows that was signed long before.
    package var asksApple: Bool

    /// The original transaction ids of everything that it states.
    package var originals: Set<OriginalTransactionID> {
        Set(self.transactions.map(\.originalTransactionID)).union(self.renewals.map(\.originalTransactionID))
            .union(self.statuses.map(\.originalTransactionID))
            .union(self.refundRequests.map(\.originalTransactionID))
            .union(self.reportedRefunds.map(\.originalTransactionID))
    }

    /// Everything that is submitted, in order.
    package var submissions: [Submission] { (self.submission.map { [$0] } ?? []) + self.otherSubmissions }

    /// The submissions whose fulfillments say whether the app is to finish: the first, and those of what is used up.
    package var finishing: [Submission] {
        let usedUp = Set(self.transactions.filter { $0.kind == .consumable }.map(\.transactionID))
        return (self.submission.map { [$0] } ?? []) + self.otherSubmissions.filter { usedUp.contains($0.transactionID) }
    }

    /// The customer for whom `customerTokens` stand, if there is one.
    package var tokenOwner: CustomerID? { self.submission?.customer ?? self.decisions.first?.customer }

    /// Everybody whom it names.
    package var people: Set<CustomerID> {
        Set([self.submission?.customer, self.tokenOwner].compactMap(\.self)).union(self.decisions.map(\.customer))
    }

    /// A unit of one app and environment, received at this instant.
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

    /// The consumables that only an app shows here, signed so long ago that what became of them since may be kept
    /// quiet.
    ///
    /// Of everything else Apple keeps stating how it stands, and an older period is never asked about.
    package var doubted: Set<TransactionID> {
        guard self.submission != nil || self.isShownByApp, self.notification == nil else { return [] }
        let oldest = self.receivedAt - FulfillmentPolicy.freshness
        return Set(
            self.transactions.filter { snapshot in
                // A receipt has no word of a consumable's refund, so it is no younger than the purchase.
                let heardAt = snapshot.isSilentOnRefunds ? snapshot.purchaseAt : snapshot.signedAt
                return snapshot.kind == .consumable && heardAt < oldest
            }
            .map(\.transactionID)
        )
    }

    /// The transactions that it shows and does not doubt.
    package var vouched: Set<TransactionID> {
        Set(self.transactions.filter { !$0.isSilentOnRefunds }.map(\.transactionID)).subtracting(self.doubted)
    }
}

/// A notification's own identity: what it was called and when Apple signed it.
package struct NotificationEvidence: Hashable, Sendable {
    /// Apple's `notificationUUID`, the same in every retry.
    package let uuid: String
    /// Apple's `notificationType`, known or not.
    package let type: String
    /// Apple's `subtype`.
    package let subtype: String?
    /// When Apple signed it.
    package let signedAt: Instant
    /// The notification as evidence.
    package let evidence: EvidenceDigest
    /// The transaction it is about.
    package let transactionID: TransactionID?

    /// The type, and the subtype after a dot if there is one.
    package var name: String { self.subtype.map { "\(self.type).\($0)" } ?? self.type }

    /// A notification of these values.
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

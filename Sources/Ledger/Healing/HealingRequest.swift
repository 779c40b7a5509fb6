/// A question that evidence leaves open and Apple can answer.
///
/// The ledger only says what to ask and when; asking is somebody else's. A request is a function of the evidence, so it
/// stays the same until the evidence or the state changes, and goes away by itself once Apple's answer is recorded.
package struct HealingRequest: Hashable, Sendable {
    /// What is open.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Apple has spoken of a period whose transaction is not here.
        case transactionMissing = "transaction_missing"
        /// Nothing says whether the subscription will renew.
        case statusUnknown = "status_unknown"
        /// The period is over and nothing has been heard yet.
        case overdue
        /// The period is over and only the silence says that the subscription is.
        case expiredUnconfirmed = "expired_unconfirmed"
        /// Apple's status contradicts the transactions and renewals known.
        case statusOverride = "status_override"
    }

    /// How long to wait for Apple to say by itself whether a subscription will renew.
    ///
    /// An app submits a purchase seconds before the notification of it arrives, which says it; asking would be for
    /// nothing.
    package static let patience = Span.seconds(30)

    /// When to ask.
    package enum Schedule: Hashable, Sendable {
        /// At each of these instants, ascending.
        case at([Instant])
        /// Once a day from an instant on, and no longer at or after another.
        case daily(from: Instant, until: Instant)
    }

    /// What is open.
    package let reason: Reason
    /// When to ask.
    package let schedule: Schedule

    /// A request for this reason on this schedule.
    package init(reason: Reason, schedule: Schedule) {
        self.reason = reason
        self.schedule = schedule
    }

    /// The first instant at which to ask that no earlier asking has served, or `nil` when there is none.
    ///
    /// It may lie in the past, and then the asking is due. What was asked at or after an instant has served it.
    package func nextDueAt(askedAt: Instant?) -> Instant? {
        switch self.schedule {
        case .at(let instants):
            guard let askedAt else { return instants.first }
            return instants.first { $0 > askedAt }
        case .daily(let from, let until):
            guard let askedAt, askedAt >= from else { return from < until ? from : nil }
            // Also keeps the count of days far from the bounds of the integers, whatever dates were signed.
            guard askedAt < until else { return nil }
            let day = Span.days(1).milliseconds
            let served = (askedAt - from).milliseconds / day
            let next = from + Span(milliseconds: (served + 1) * day)
            return next < until ? next : nil
        }
    }
}

extension Sequence<HealingRequest> {
    /// The first instant at which to ask, or `nil` when there is none.
    package func nextDueAt(askedAt: Instant?) -> Instant? {
        self.compactMap { $0.nextDueAt(askedAt: askedAt) }.min()
    }
}

/// A chain about which Apple is to be asked.
package struct ChainCheck: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The original transaction id that stands for it.
    package let originalTransactionID: OriginalTransactionID
    /// When it is to be asked about.
    package let dueAt: Instant
    /// Where Apple's history of its customer was read to, in Apple's words; `nil` if it never was.
    package let revision: String?
    /// Whether anything may be missing, so that the customer's whole history is read.
    package let isAboutEverything: Bool

    /// A question about a chain, due at an instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        dueAt: Instant,
        revision: String?,
        isAboutEverything: Bool = false
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.dueAt = dueAt
        self.revision = revision
        self.isAboutEverything = isAboutEverything
    }
}

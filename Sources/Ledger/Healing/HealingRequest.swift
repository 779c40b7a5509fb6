/// A question that the evidence leaves open and that Apple can answer.
///
/// The ledger only states what to ask and when; a worker asks. A request is a function of the evidence, so it stays the
/// same until the evidence or the state changes, and disappears once Apple's answer is recorded.
package struct HealingRequest: Hashable, Sendable {
    /// The open question.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Apple's evidence mentions a period whose transaction is missing.
        case transactionMissing = "transaction_missing"
        /// No evidence states whether the subscription will renew.
        case statusUnknown = "status_unknown"
        /// The period is over, and the server has received no news yet.
        case overdue
        /// The period is over, and only the lack of news indicates that the subscription is.
        case expiredUnconfirmed = "expired_unconfirmed"
        /// Apple's status contradicts the known transactions and renewals.
        case statusOverride = "status_override"
    }

    /// How long to wait for Apple to state by itself whether a subscription will renew.
    ///
    /// An app submits a purchase seconds before the notification arrives that states it; asking at once would be
    /// unnecessary.
    package static let patience = Span.seconds(30)

    /// The instants at which to ask.
    package enum Schedule: Hashable, Sendable {
        /// At each of these instants, ascending.
        case at([Instant])
        /// Once a day from one instant on, until before another.
        case daily(from: Instant, until: Instant)
    }

    /// The open question.
    package let reason: Reason
    /// The instants at which to ask.
    package let schedule: Schedule

    /// Creates a request for this reason on this schedule.
    package init(reason: Reason, schedule: Schedule) {
        self.reason = reason
        self.schedule = schedule
    }

    /// Returns the first instant to ask at that no earlier question has covered; `nil` when there is none.
    ///
    /// The instant may be in the past; then the question is due. A question at or after a scheduled instant covers it.
    package func nextDueAt(askedAt: Instant?) -> Instant? {
        switch self.schedule {
        case .at(let instants):
            guard let askedAt else { return instants.first }
            return instants.first { $0 > askedAt }
        case .daily(let from, let until):
            guard let askedAt, askedAt >= from else { return from < until ? from : nil }
            // The condition also keeps the count of days far from the bounds of the integers, whatever dates were
            // signed.
            guard askedAt < until else { return nil }
            let day = Span.days(1).milliseconds
            let served = (askedAt - from).milliseconds / day
            let next = from + Span(milliseconds: (served + 1) * day)
            return next < until ? next : nil
        }
    }
}

extension Sequence<HealingRequest> {
    /// Returns the first instant to ask at; `nil` when there is none.
    package func nextDueAt(askedAt: Instant?) -> Instant? {
        self.compactMap { $0.nextDueAt(askedAt: askedAt) }.min()
    }
}

/// A chain about which the server has to ask Apple.
package struct ChainCheck: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The original transaction ID of the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The instant at which the question is due.
    package let dueAt: Instant
    /// Apple's `revision` up to which the customer's history was read; `nil` before the first time.
    package let revision: String?
    /// Whether any transaction may be missing, so that the server reads the customer's whole history.
    package let isAboutEverything: Bool

    /// Creates a question about a chain, due at an instant.
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

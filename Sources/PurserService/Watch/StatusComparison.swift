import AppStore
import Ledger

/// What the ledger says of a subscription, to be compared with what Apple says.
struct StatusComparison {
    /// What a comparison has shown; the spelling is a label of metrics.
    enum Outcome: String {
        /// Both say the same.
        case same
        /// They differ.
        case different
        /// They differ in what happened so lately that its notification may be on its way.
        case recent
        /// Apple does not know the subscription.
        case unknown
        /// Apple did not answer, or not with what can be verified.
        case failed
    }

    /// How long a notification may be on its way.
    static let patience = Span.minutes(10)

    /// The subscription.
    let id: OriginalTransactionID
    /// Everything that the ledger knows of it.
    let chain: Chain
    /// What the ledger makes of that.
    let state: SubscriptionState

    /// A comparison of one subscription, whose state is that of the instant of the question.
    init(of id: OriginalTransactionID, in chain: Chain, state: SubscriptionState) {
        self.id = id
        self.chain = chain
        self.state = state
    }

    /// Compares with an answer of Apple's, once it is verified.
    func outcome(of answer: AnsweredEvidence, for app: ServedApp, at now: Instant) -> Outcome {
        guard let subscription = answer.subscriptions.first(where: { $0.originalTransactionID == self.id }) else {
            return .unknown
        }
        guard let status = subscription.status else { return .failed }
        var verified = VerifiedAnswer(app: app, receivedAt: now, askedAt: answer.askedAt)
        do {
            try verified.add(subscription)
            for item in verified.items { try verified.admit(item) }
        } catch {
            return .failed
        }
        guard let transaction = verified.intakes.first?.transactions.first else { return .failed }
        let hasExpiry = self.chain.transactions.contains { $0.current.expiresAt == transaction.expiresAt }
        if hasExpiry, self.agrees(with: status) { return .same }
        let changes = [
            transaction.purchaseAt, transaction.expiresAt, transaction.revocation?.revokedAt, self.state.until,
        ]
        let isRecent = changes.compactMap(\.self).contains { change in
            change <= now + Self.patience && now <= change + Self.patience
        }
        return isRecent ? .recent : .different
    }

    /// Whether the ledger says what a status of Apple's does.
    private func agrees(with status: StatusEvidence.Status) -> Bool {
        switch self.state.phase {
        case .active: status == .active
        case .grace: status == .gracePeriod
        case .retry: status == .billingRetry
        case .expired: status == .expired
        case .revoked: status == .revoked
        case .unknown, .overdue: false
        }
    }
}

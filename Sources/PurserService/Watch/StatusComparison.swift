import AppStore
import Ledger

/// The ledger's state of a subscription, to be compared with Apple's.
struct StatusComparison {
    /// The result of a comparison; its raw value is a label of metrics.
    enum Outcome: String {
        /// Both states agree.
        case same
        /// The states differ.
        case different
        /// The states differ by such a recent change that its notification may still arrive.
        case recent
        /// Apple does not know the subscription.
        case unknown
        /// Apple did not answer, or its answer could not be verified.
        case failed
    }

    /// The time that a notification may take to arrive.
    static let patience = Span.minutes(10)

    /// The subscription.
    let id: OriginalTransactionID
    /// The chain of the subscription in the ledger.
    let chain: Chain
    /// The ledger's state of the subscription.
    let state: SubscriptionState

    /// Creates a comparison of a subscription with its state at the instant of the request.
    init(of id: OriginalTransactionID, in chain: Chain, state: SubscriptionState) {
        self.id = id
        self.chain = chain
        self.state = state
    }

    /// Compares the state with a verified answer of Apple's.
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

    /// Returns whether the ledger's state equals a status of Apple's.
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

extension SubscriptionState {
    /// Returns the name of the event for the change from the published state to this one; `nil` when there is nothing
    /// to publish.
    func event(after before: Self?) -> EventName? {
        guard let before else { return .subscriptionStarted }
        guard before.published != self.published else { return nil }
        switch self.phase {
        case .revoked where before.phase != .revoked: return .subscriptionRevoked
        case .expired where !before.isOver: return .subscriptionExpired
        case .grace where before.phase != .grace: return .subscriptionEnteredGrace
        case .retry where before.phase != .retry: return .subscriptionEnteredRetry
        case .active where before.isOver: return .subscriptionResumed
        case .active where before.phase == .grace || before.phase == .retry: return .subscriptionRecovered
        case .active where self.lastRenewalAt != before.lastRenewalAt && self.lastRenewalAt != nil:
            return .subscriptionRenewed
        case .active where self.paidUntil > before.paidUntil: return .subscriptionRenewed
        default: return .subscriptionChanged
        }
    }

    /// Whether the subscription has ended or was revoked.
    var isOver: Bool {
        switch self.phase {
        case .expired, .revoked: true
        case .unknown, .active, .grace, .retry, .overdue: false
        }
    }

    /// Returns the state that a former subscriber sees after a period of another customer has replaced theirs.
    func replaced(at instant: Instant) -> Self {
        var state = self
        state.phase = .expired(isConfirmed: true)
        state.hasAccess = false
        state.until = nil
        state.since = instant
        state.reason = .replaced
        state.willRenew = .no
        state.nextRenewalAt = nil
        state.nextProductID = nil
        state.nextPrice = nil
        state.nextOffer = nil
        return state
    }

    /// The published part of the state: everything except the questions to Apple and their times.
    private var published: Self {
        var state = self
        state.heals = []
        state.nextChangeAt = nil
        return state
    }

    private var paidUntil: Instant { self.until ?? Instant(milliseconds: .min) }
}

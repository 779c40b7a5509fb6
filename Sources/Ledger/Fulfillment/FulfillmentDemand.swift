/// What the evidence demands of a fulfillment, independent of what has happened.
package struct FulfillmentDemand: Hashable, Sendable {
    /// What the evidence demands as long as the goods are not fulfilled.
    package enum Decision: Hashable, Sendable {
        /// The goods are to be fulfilled.
        case fulfill
        /// The goods are to be fulfilled once a condition is met.
        case wait(FulfillmentReason)
        /// The goods are to be fulfilled, but their number is unknown, so an operator decides.
        case suspend(FulfillmentReason)
        /// The goods are not to be fulfilled.
        case nothing(FulfillmentReason)
    }

    /// The whole, in thousandths of a percent.
    package static let all = 100_000

    /// What to do as long as the goods are not fulfilled.
    package let decision: Decision
    /// The share of fulfilled goods to revoke in all, in thousandths of a percent.
    package let revoked: Int
    /// The consequence of a refund for this product.
    package let consequence: RefundConsequence

    /// Creates a demand with these values.
    package init(decision: Decision, revoked: Int, consequence: RefundConsequence) {
        self.decision = decision
        self.revoked = revoked
        self.consequence = consequence
    }
}

extension Fulfillment {
    /// Sets the current demand, and advances the fulfillment as far as that needs no answer.
    ///
    /// Returns the events to publish.
    ///
    /// While a call may be in progress nothing changes: its answer decides.
    package mutating func settle(_ demand: FulfillmentDemand, at now: Instant) -> [EventName] {
        self.demand = demand
        return self.advance(at: now)
    }

    /// Advances the fulfillment by the next step that demand and history require, and returns the events to publish.
    mutating func advance(at now: Instant) -> [EventName] {
        // A fulfillment that is suspended in doubt may have been carried out as well; an operator decides.
        guard !self.state.isInCall, !self.isInDoubt else { return [] }
        return self.confirmedAt == nil ? self.advanceFulfillment(at: now) : self.advanceRevocation(at: now)
    }

    private mutating func advanceFulfillment(at now: Instant) -> [EventName] {
        switch self.demand.decision {
        case .fulfill:
            switch self.state {
            case .due, .suspended: return []
            default: break
            }
            self.call = .first
            self.rounds = max(self.rounds, 1)
            self.firstDueAt = self.firstDueAt ?? now
            return [self.enter(.due, at: now)]
        case .wait(let reason):
            guard self.state != .waiting || self.reason != reason else { return [] }
            self.call = nil
            return [self.enter(.waiting, reason, at: now)]
        case .suspend(let reason):
            guard self.state != .suspended else { return [] }
            self.call = nil
            return [self.enter(.suspended, reason, at: now)]
        case .nothing(let reason):
            guard self.state != .canceled || self.reason != reason else { return [] }
            self.call = nil
            return [self.enter(.canceled, reason, at: now)]
        }
    }

    private mutating func advanceRevocation(at now: Instant) -> [EventName] {
        let wanted = self.demand.revoked
        guard wanted != self.revoked else {
            let rest: FulfillmentState = wanted == 0 ? .confirmed : .revoked
            guard self.state != rest else { return [] }
            let wasRevoking = self.call?.kind == .revoke
            let isOver = self.call == nil
            self.call = nil
            let event = self.enter(rest, at: now)
            if isOver { return [event] }
            return [wasRevoking ? .fulfillmentRevocationCanceled : .fulfillmentCanceled]
        }
        let kind: FulfillmentCall.Kind = wanted > self.revoked ? .revoke : .restore
        if let call, call.kind == kind, call.target == wanted { return [] }
        self.rounds += 1
        self.call = FulfillmentCall(kind: kind, round: self.rounds, target: wanted)
        return [self.enter(kind == .revoke ? .revocationDue : .due, at: now)]
    }

    /// Returns whether these events block the customer: a refund has taken effect whose consequence is the block.
    package func blocks(after events: [EventName]) -> Bool {
        self.demand.consequence == .block && events.contains(.fulfillmentRevocationDue)
    }

    /// Enters a new state and returns the event to publish.
    mutating func enter(_ state: FulfillmentState, _ reason: FulfillmentReason? = nil, at now: Instant) -> EventName {
        self.state = state
        self.reason = reason
        self.attempts = 0
        self.failingSince = nil
        self.failure = nil
        self.isInDoubt = false
        self.changedAt = now
        return switch state {
        case .waiting: .fulfillmentWaiting
        case .due, .fulfilling: .fulfillmentDue
        case .confirmed: .fulfillmentConfirmed
        case .suspended: .fulfillmentSuspended
        case .canceled: .fulfillmentCanceled
        case .revocationDue, .revoking: .fulfillmentRevocationDue
        case .revoked: .fulfillmentRevocationConfirmed
        case .revocationSuspended: .fulfillmentRevocationSuspended
        }
    }
}

/// What is wanted of a fulfillment: a function of the evidence, and of nothing that has happened.
package struct FulfillmentDemand: Hashable, Sendable {
    /// Whether the goods are to be with the customer, as long as they are not yet.
    package enum Decision: Hashable, Sendable {
        /// They are.
        case fulfill
        /// Not before something else is known.
        case wait(FulfillmentReason)
        /// They are, and cannot be counted: a person decides.
        case suspend(FulfillmentReason)
        /// They are not.
        case nothing(FulfillmentReason)
    }

    /// All of something, in thousandths of a percent.
    package static let all = 100_000

    /// Whether the goods are to be fulfilled, if they were not.
    package let decision: Decision
    /// How much of goods that were fulfilled is to be revoked in all, in thousandths of a percent.
    package let revoked: Int
    /// What revoking means for this product.
    package let consequence: RefundConsequence

    /// A demand of these values.
    package init(decision: Decision, revoked: Int, consequence: RefundConsequence) {
        self.decision = decision
        self.revoked = revoked
        self.consequence = consequence
    }
}

extension Fulfillment {
    /// Takes in what is wanted by now, and goes on as far as that can be without anybody's answer; returns what to
    /// publish.
    ///
    /// While somebody may be doing what he was told, nothing is changed: his answer decides.
    package mutating func settle(_ demand: FulfillmentDemand, at now: Instant) -> [EventName] {
        self.demand = demand
        return self.advance(at: now)
    }

    /// The next step from what is wanted and what has happened.
    mutating func advance(at now: Instant) -> [EventName] {
        // What is suspended in doubt may have been done too: then a person decides.
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

    /// Whether what is told of it has its customer blocked: a refund has taken effect whose consequence that is.
    package func blocks(after events: [EventName]) -> Bool {
        self.demand.consequence == .block && events.contains(.fulfillmentRevocationDue)
    }

    /// Comes to stand somewhere, afresh; returns what to call it.
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

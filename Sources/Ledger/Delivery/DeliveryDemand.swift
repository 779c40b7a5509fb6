/// What is wanted of a delivery: a function of the evidence, and of nothing that has happened.
package struct DeliveryDemand: Hashable, Sendable {
    /// Whether the goods are to be with the customer, as long as they are not yet.
    package enum Handing: Hashable, Sendable {
        /// They are.
        case deliver
        /// Not before something else is known.
        case wait(DeliveryReason)
        /// They are, and cannot be counted: a person decides.
        case park(DeliveryReason)
        /// They are not.
        case nothing(DeliveryReason)
    }

    /// All of something, in thousandths of a percent.
    package static let all = 100_000

    /// Whether the goods are to be handed over, if they were not.
    package let handing: Handing
    /// How much of goods that were handed over is to be taken back in all, in thousandths of a percent.
    package let taken: Int
    /// What taking back means for this product.
    package let consequence: RefundConsequence

    /// A demand of these values.
    package init(handing: Handing, taken: Int, consequence: RefundConsequence) {
        self.handing = handing
        self.taken = taken
        self.consequence = consequence
    }
}

extension Delivery {
    /// Takes in what is wanted by now, and goes on as far as that can be without anybody's answer; returns what to tell.
    ///
    /// While somebody may be doing what he was told, nothing is changed: his answer decides.
    package mutating func settle(_ demand: DeliveryDemand, at now: Instant) -> [EventName] {
        self.demand = demand
        return self.goOn(at: now)
    }

    /// The next step from what is wanted and what has happened.
    mutating func goOn(at now: Instant) -> [EventName] {
        // What is parked in doubt may have been done too: then a person decides.
        guard !self.state.isInCall, !self.isInDoubt else { return [] }
        return self.confirmedAt == nil ? self.goOnHandingOver(at: now) : self.goOnAfterwards(at: now)
    }

    private mutating func goOnHandingOver(at now: Instant) -> [EventName] {
        switch self.demand.handing {
        case .deliver:
            switch self.state {
            case .due, .parked: return []
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
        case .park(let reason):
            guard self.state != .parked else { return [] }
            self.call = nil
            return [self.enter(.parked, reason, at: now)]
        case .nothing(let reason):
            guard self.state != .cancelled || self.reason != reason else { return [] }
            self.call = nil
            return [self.enter(.cancelled, reason, at: now)]
        }
    }

    private mutating func goOnAfterwards(at now: Instant) -> [EventName] {
        let wanted = self.demand.taken
        guard wanted != self.taken else {
            let rest: DeliveryState = wanted == 0 ? .confirmed : .takenBack
            guard self.state != rest else { return [] }
            let wasTakingBack = self.call?.kind == .takeBack
            let isOver = self.call == nil
            self.call = nil
            let event = self.enter(rest, at: now)
            if isOver { return [event] }
            return [wasTakingBack ? .takebackCancelled : .deliveryCancelled]
        }
        let kind: DeliveryCall.Kind = wanted > self.taken ? .takeBack : .handBack
        if let call, call.kind == kind, call.target == wanted { return [] }
        self.rounds += 1
        self.call = DeliveryCall(kind: kind, round: self.rounds, target: wanted)
        return [self.enter(kind == .takeBack ? .takeBackDue : .due, at: now)]
    }

    /// Whether what is told of it has its customer blocked: a refund has taken effect whose consequence that is.
    package func blocks(after events: [EventName]) -> Bool {
        self.demand.consequence == .block && events.contains(.takebackDue)
    }

    /// Comes to stand somewhere, afresh; returns what to call it.
    mutating func enter(_ state: DeliveryState, _ reason: DeliveryReason? = nil, at now: Instant) -> EventName {
        self.state = state
        self.reason = reason
        self.attempts = 0
        self.failingSince = nil
        self.failure = nil
        self.isInDoubt = false
        self.changedAt = now
        return switch state {
        case .waiting: .deliveryWaiting
        case .due, .delivering: .deliveryDue
        case .confirmed: .deliveryConfirmed
        case .parked: .deliveryParked
        case .cancelled: .deliveryCancelled
        case .takeBackDue, .takingBack: .takebackDue
        case .takenBack: .takebackConfirmed
        case .takeBackParked: .takebackParked
        }
    }
}

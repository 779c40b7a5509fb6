/// What the shop or an operator does with a delivery.
package enum DeliveryAct: Hashable, Sendable {
    /// Says that it was handed over, or taken back: with a key that call and no other, with neither a kind nor a key that
    /// it was handed over.
    case confirm(DeliveryCall.Kind?, by: DeliveryConfirmer, recovered: [String: Int]?, key: String? = nil)
    /// Says that it could not be done.
    case fail(DeliveryFailure)
    /// Has it tried again at once.
    case retry
    /// Leaves it to a person.
    case park
    /// Has it handed over although it is older than the deliveries of this server, or more than the Sandbox gives in a day.
    case release
}

/// What came of an act upon a delivery.
package struct DeliveryStep: Hashable, Sendable {
    /// How the act was taken.
    package enum Outcome: String, Hashable, Sendable {
        /// It changed something.
        case done
        /// It had been so before.
        case already
        /// It is not what is to be done.
        case refused
    }

    /// How the act was taken.
    package let outcome: Outcome
    /// What to tell, in order.
    package let events: [EventName]

    /// A step of these values.
    package init(_ outcome: Outcome, _ events: [EventName] = []) {
        self.outcome = outcome
        self.events = events
    }
}

extension Delivery {
    /// Tells somebody to do what is to be done; whether there is anything.
    ///
    /// It also goes on with a call whose answer never came: the same call again.
    package mutating func begin(at now: Instant) -> DeliveryCall? {
        switch self.state {
        // Of an attempt whose end nobody wrote down nobody knows what was done.
        case .delivering, .takingBack: self.isInDoubt = true
        case .due: self.state = .delivering
        case .takeBackDue: self.state = .takingBack
        case .waiting, .confirmed, .parked, .cancelled, .takenBack, .takeBackParked: return nil
        }
        return self.call
    }

    /// Takes note that goods were handed over, or taken back, by whoever says so.
    ///
    /// What was confirmed before changes nothing. A confirmation that the goods were handed over is true whatever was
    /// wanted: where they should not have been, taking them back begins.
    package mutating func confirm(
        _ kind: DeliveryCall.Kind,
        by confirmer: DeliveryConfirmer,
        recovered: [String: Int]? = nil,
        at now: Instant
    ) -> DeliveryStep {
        switch kind {
        case .handOver:
            guard self.confirmedAt == nil else { return DeliveryStep(.already) }
            self.confirmedAt = now
            self.confirmedBy = confirmer
            self.call = nil
            self.rounds = max(self.rounds, 1)
            self.firstDueAt = self.firstDueAt ?? now
            let event = self.enter(.confirmed, at: now)
            return DeliveryStep(.done, [event] + self.goOn(at: now))
        case .takeBack, .handBack:
            guard self.confirmedAt != nil else { return DeliveryStep(.refused) }
            guard let call = self.call, call.kind == kind else {
                let isDone = kind == .takeBack ? self.taken > 0 : self.rounds > 1 && self.state == .confirmed
                // A 2xx says that it was taken back and not how much of it was there.
                if kind == .takeBack, self.taken > 0, self.recovered == nil, let recovered {
                    self.recovered = recovered
                    return DeliveryStep(.done, [.takebackConfirmed])
                }
                return DeliveryStep(isDone ? .already : .refused)
            }
            self.taken = call.target
            self.call = nil
            // It says how much was there of all that was taken back by now.
            self.recovered = self.taken == 0 ? nil : recovered
            let event = self.enter(self.taken == 0 ? .confirmed : .takenBack, at: now)
            return DeliveryStep(.done, [event] + self.goOn(at: now))
        }
    }

    /// Which call somebody means who says that it is done; `nil` where his key is that of none that is to be done.
    ///
    /// With neither a kind nor a key he means the handing over: his answer may have been lost, and what a refund has brought
    /// up meanwhile he knows nothing of. The key of the handing over stays its own for good.
    package func call(meantBy kind: DeliveryCall.Kind?, key: String?) -> DeliveryCall.Kind? {
        guard let key else { return kind ?? .handOver }
        if key.hasSameBytes(as: DeliveryCall.first.key(of: self.id)) {
            return kind ?? .handOver == .handOver ? .handOver : nil
        }
        guard let call else { return kind ?? (self.confirmedAt == nil ? nil : .handOver) }
        return key.hasSameBytes(as: call.key(of: self.id)) ? kind ?? call.kind : nil
    }

    /// Takes note that a call has failed.
    ///
    /// Only a failure that is certain ends the call, so that a refund can cancel what was not handed over. Where nobody
    /// knows what was done, the same call is told again until somebody does; `isFinal` says that somebody does now.
    package mutating func fail(
        _ failure: DeliveryFailure,
        isCertain: Bool,
        isFinal: Bool = false,
        isParking: Bool = false,
        at now: Instant
    ) -> DeliveryStep {
        guard self.state.isInCall else { return DeliveryStep(.refused) }
        let isTakingBack = self.state == .takingBack
        if !isCertain { self.isInDoubt = true }
        if isFinal { self.isInDoubt = false }
        if !self.isInDoubt || isParking { self.state = isTakingBack ? .takeBackDue : .due }
        self.attempts += 1
        self.failingSince = self.failingSince ?? failure.at
        self.failure = failure
        if isParking {
            return DeliveryStep(.done, self.stopTrying(.failing, at: now) + self.goOn(at: now))
        }
        return DeliveryStep(.done, self.goOn(at: now))
    }

    /// Takes note that nobody was told after all.
    package mutating func putOff(at now: Instant) -> DeliveryStep {
        guard self.state.isInCall else { return DeliveryStep(.refused) }
        if !self.isInDoubt { self.state = self.state == .takingBack ? .takeBackDue : .due }
        return DeliveryStep(.done, self.goOn(at: now))
    }

    /// Leaves it to a person.
    ///
    /// Of an attempt whose end nobody wrote down a doubt stays. Whoever calls knows that nobody is at it just now.
    package mutating func park(_ reason: DeliveryReason, at now: Instant) -> DeliveryStep {
        switch self.state {
        case .parked, .takeBackParked: return DeliveryStep(.already)
        case .due, .takeBackDue: return DeliveryStep(.done, self.stopTrying(reason, at: now))
        case .delivering, .takingBack:
            self.isInDoubt = true
            return DeliveryStep(.done, self.stopTrying(reason, at: now))
        case .waiting, .confirmed, .cancelled, .takenBack: return DeliveryStep(.refused)
        }
    }

    /// Tries again what has failed or is parked, at once.
    package mutating func retry(at now: Instant) -> DeliveryStep {
        switch self.state {
        case .parked:
            guard self.call != nil else { return DeliveryStep(.refused) }
            let isInDoubt = self.isInDoubt
            let event = self.enter(isInDoubt ? .delivering : .due, at: now)
            self.isInDoubt = isInDoubt
            return DeliveryStep(.done, [event] + self.goOn(at: now))
        case .takeBackParked:
            let isInDoubt = self.isInDoubt
            let event = self.enter(isInDoubt ? .takingBack : .takeBackDue, at: now)
            self.isInDoubt = isInDoubt
            return DeliveryStep(.done, [event] + self.goOn(at: now))
        case .due, .delivering, .takeBackDue, .takingBack: return DeliveryStep(.done)
        case .waiting, .confirmed, .cancelled, .takenBack: return DeliveryStep(.refused)
        }
    }

    /// Takes note that nobody may have done it: what was parked keeps its failure.
    private mutating func stopTrying(_ reason: DeliveryReason, at now: Instant) -> [EventName] {
        let isTakingBack = self.call?.kind == .takeBack
        self.state = isTakingBack ? .takeBackParked : .parked
        self.reason = reason
        self.changedAt = now
        return [isTakingBack ? .takebackParked : .deliveryParked]
    }
}

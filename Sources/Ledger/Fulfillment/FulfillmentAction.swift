/// What the shop or an operator does with a fulfillment.
package enum FulfillmentAction: Hashable, Sendable {
    /// Says that it was fulfilled, or revoked: with a key that call and no other, with neither a kind nor a key that
    /// it was fulfilled.
    case confirm(FulfillmentCall.Kind?, by: FulfillmentConfirmer, recovered: [String: Int]?, key: String? = nil)
    /// Says that it could not be done.
    case fail(DeliveryFailure)
    /// Has it tried again at once.
    case retry
    /// Leaves it to a person.
    case suspend
    /// Has it fulfilled although it is older than the fulfillments of this server, or more than the Sandbox gives in a
    /// day.
    case release
}

/// What came of an action upon a fulfillment.
package struct FulfillmentStep: Hashable, Sendable {
    /// How the action was taken.
    package enum Outcome: String, Hashable, Sendable {
        /// It changed something.
        case done
        /// It had been so before.
        case already
        /// It is not what is to be done.
        case refused
    }

    /// How the action was taken.
    package let outcome: Outcome
    /// What to publish, in order.
    package let events: [EventName]

    /// A step of these values.
    package init(_ outcome: Outcome, _ events: [EventName] = []) {
        self.outcome = outcome
        self.events = events
    }
}

extension Fulfillment {
    /// Tells somebody to do what is to be done; whether there is anything.
    ///
    /// It also goes on with a call whose answer never came: the same call again.
    package mutating func begin(at now: Instant) -> FulfillmentCall? {
        switch self.state {
        // Of an attempt whose end nobody wrote down nobody knows what was done.
        case .fulfilling, .revoking: self.isInDoubt = true
        case .due: self.state = .fulfilling
        case .revocationDue: self.state = .revoking
        case .waiting, .confirmed, .suspended, .canceled, .revoked, .revocationSuspended: return nil
        }
        return self.call
    }

    /// Takes note that goods were fulfilled, or revoked, by whoever says so.
    ///
    /// What was confirmed before changes nothing. A confirmation that the goods were fulfilled is true whatever was
    /// wanted: where they should not have been, revoking them begins.
    package mutating func confirm(
        _ kind: FulfillmentCall.Kind,
        by confirmer: FulfillmentConfirmer,
        recovered: [String: Int]? = nil,
        at now: Instant
    ) -> FulfillmentStep {
        switch kind {
        case .fulfill:
            guard self.confirmedAt == nil else { return FulfillmentStep(.already) }
            self.confirmedAt = now
            self.confirmedBy = confirmer
            self.call = nil
            self.rounds = max(self.rounds, 1)
            self.firstDueAt = self.firstDueAt ?? now
            let event = self.enter(.confirmed, at: now)
            return FulfillmentStep(.done, [event] + self.advance(at: now))
        case .revoke, .restore:
            guard self.confirmedAt != nil else { return FulfillmentStep(.refused) }
            guard let call = self.call, call.kind == kind else {
                let isDone = kind == .revoke ? self.revoked > 0 : self.rounds > 1 && self.state == .confirmed
                // A 2xx says that it was revoked and not how much of it was there.
                if kind == .revoke, self.revoked > 0, self.recovered == nil, let recovered {
                    self.recovered = recovered
                    return FulfillmentStep(.done, [.fulfillmentRevocationConfirmed])
                }
                return FulfillmentStep(isDone ? .already : .refused)
            }
            self.revoked = call.target
            self.call = nil
            // It says how much was there of all that was revoked by now.
            self.recovered = self.revoked == 0 ? nil : recovered
            let event = self.enter(self.revoked == 0 ? .confirmed : .revoked, at: now)
            return FulfillmentStep(.done, [event] + self.advance(at: now))
        }
    }

    /// Which call somebody means who says that it is done; `nil` where his key is that of none that is to be done.
    ///
    /// With neither a kind nor a key he means the fulfilling: his answer may have been lost, and what a refund has
    /// brought up meanwhile he knows nothing of. The key of the fulfilling stays its own for good.
    package func call(meantBy kind: FulfillmentCall.Kind?, key: String?) -> FulfillmentCall.Kind? {
        guard let key else { return kind ?? .fulfill }
        if key.hasSameBytes(as: FulfillmentCall.first.key(of: self.id)) {
            return kind ?? .fulfill == .fulfill ? .fulfill : nil
        }
        guard let call else { return kind ?? (self.confirmedAt == nil ? nil : .fulfill) }
        return key.hasSameBytes(as: call.key(of: self.id)) ? kind ?? call.kind : nil
    }

    /// Takes note that a call has failed.
    ///
    /// Only a failure that is certain ends the call, so that a refund can cancel what was not fulfilled. Where nobody
    /// knows what was done, the same call is told again until somebody does; `isFinal` says that somebody does now.
    package mutating func fail(
        _ failure: DeliveryFailure,
        isCertain: Bool,
        isFinal: Bool = false,
        isSuspending: Bool = false,
        at now: Instant
    ) -> FulfillmentStep {
        guard self.state.isInCall else { return FulfillmentStep(.refused) }
        let isRevoking = self.state == .revoking
        if !isCertain { self.isInDoubt = true }
        if isFinal { self.isInDoubt = false }
        if !self.isInDoubt || isSuspending { self.state = isRevoking ? .revocationDue : .due }
        self.attempts += 1
        self.failingSince = self.failingSince ?? failure.at
        self.failure = failure
        if isSuspending {
            return FulfillmentStep(.done, self.stopTrying(.failing, at: now) + self.advance(at: now))
        }
        return FulfillmentStep(.done, self.advance(at: now))
    }

    /// Takes note that nobody was told after all.
    package mutating func putOff(at now: Instant) -> FulfillmentStep {
        guard self.state.isInCall else { return FulfillmentStep(.refused) }
        if !self.isInDoubt { self.state = self.state == .revoking ? .revocationDue : .due }
        return FulfillmentStep(.done, self.advance(at: now))
    }

    /// Leaves it to a person.
    ///
    /// Of an attempt whose end nobody wrote down a doubt stays. Whoever calls knows that nobody is at it just now.
    package mutating func suspend(_ reason: FulfillmentReason, at now: Instant) -> FulfillmentStep {
        switch self.state {
        case .suspended, .revocationSuspended: return FulfillmentStep(.already)
        case .due, .revocationDue: return FulfillmentStep(.done, self.stopTrying(reason, at: now))
        case .fulfilling, .revoking:
            self.isInDoubt = true
            return FulfillmentStep(.done, self.stopTrying(reason, at: now))
        case .waiting, .confirmed, .canceled, .revoked: return FulfillmentStep(.refused)
        }
    }

    /// Tries again what has failed or is suspended, at once.
    package mutating func retry(at now: Instant) -> FulfillmentStep {
        switch self.state {
        case .suspended:
            guard self.call != nil else { return FulfillmentStep(.refused) }
            let isInDoubt = self.isInDoubt
            let event = self.enter(isInDoubt ? .fulfilling : .due, at: now)
            self.isInDoubt = isInDoubt
            return FulfillmentStep(.done, [event] + self.advance(at: now))
        case .revocationSuspended:
            let isInDoubt = self.isInDoubt
            let event = self.enter(isInDoubt ? .revoking : .revocationDue, at: now)
            self.isInDoubt = isInDoubt
            return FulfillmentStep(.done, [event] + self.advance(at: now))
        case .due, .fulfilling, .revocationDue, .revoking: return FulfillmentStep(.done)
        case .waiting, .confirmed, .canceled, .revoked: return FulfillmentStep(.refused)
        }
    }

    /// Takes note that nobody may have done it: what was suspended keeps its failure.
    private mutating func stopTrying(_ reason: FulfillmentReason, at now: Instant) -> [EventName] {
        let isRevoking = self.call?.kind == .revoke
        self.state = isRevoking ? .revocationSuspended : .suspended
        self.reason = reason
        self.changedAt = now
        return [isRevoking ? .fulfillmentRevocationSuspended : .fulfillmentSuspended]
    }
}

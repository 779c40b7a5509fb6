/// An action of the shop or an operator on a fulfillment.
package enum FulfillmentAction: Hashable, Sendable {
    /// Confirms that the call was carried out.
    ///
    /// With a key it confirms exactly that call; with neither kind nor key it confirms the fulfilling.
    case confirm(FulfillmentCall.Kind?, by: FulfillmentConfirmer, recovered: [String: Int]?, key: String? = nil)
    /// States that the call failed.
    case fail(DeliveryFailure)
    /// Retries the call at once.
    case retry
    /// Suspends the fulfillment until an operator acts.
    case suspend
    /// Releases it for fulfillment although the purchase was made before this server began to fulfill, or exceeds the
    /// daily limit of the Sandbox.
    case release
}

/// The result of an action on a fulfillment.
package struct FulfillmentStep: Hashable, Sendable {
    /// How the action ended.
    package enum Outcome: String, Hashable, Sendable {
        /// The action changed the fulfillment.
        case done
        /// The fulfillment was in that state before.
        case already
        /// The action does not match the state of the fulfillment.
        case refused
    }

    /// How the action ended.
    package let outcome: Outcome
    /// The events to publish, in order.
    package let events: [EventName]

    /// Creates a step with these values.
    package init(_ outcome: Outcome, _ events: [EventName] = []) {
        self.outcome = outcome
        self.events = events
    }
}

extension Fulfillment {
    /// Begins the pending call and returns it; `nil` when there is none.
    ///
    /// A call whose answer never arrived begins again as the same call.
    package mutating func begin(at now: Instant) -> FulfillmentCall? {
        switch self.state {
        // The result of an attempt that was never recorded is unknown.
        case .fulfilling, .revoking: self.isInDoubt = true
        case .due: self.state = .fulfilling
        case .revocationDue: self.state = .revoking
        case .waiting, .confirmed, .suspended, .canceled, .revoked, .revocationSuspended: return nil
        }
        return self.call
    }

    /// Records the confirmation that goods were fulfilled or revoked.
    ///
    /// A repeated confirmation changes nothing. A confirmation that the goods were fulfilled counts whatever the
    /// evidence demands: when they should not have been fulfilled, their revocation becomes due.
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
                // A 2xx confirms the revocation, and does not state how many coins were left to revoke.
                if kind == .revoke, self.revoked > 0, self.recovered == nil, let recovered {
                    self.recovered = recovered
                    return FulfillmentStep(.done, [.fulfillmentRevocationConfirmed])
                }
                return FulfillmentStep(isDone ? .already : .refused)
            }
            self.revoked = call.target
            self.call = nil
            // The number covers everything that was revoked so far.
            self.recovered = self.revoked == 0 ? nil : recovered
            let event = self.enter(self.revoked == 0 ? .confirmed : .revoked, at: now)
            return FulfillmentStep(.done, [event] + self.advance(at: now))
        }
    }

    /// Returns the kind of call that a confirmation is about; `nil` when its key belongs to no current call.
    ///
    /// Without kind and key it is about the fulfilling: the sender's answer may have been lost, and the sender does not
    /// know of a later refund. The key of the fulfilling never changes.
    package func call(meantBy kind: FulfillmentCall.Kind?, key: String?) -> FulfillmentCall.Kind? {
        guard let key else { return kind ?? .fulfill }
        if key.hasSameBytes(as: FulfillmentCall.first.key(of: self.id)) {
            return kind ?? .fulfill == .fulfill ? .fulfill : nil
        }
        guard let call else { return kind ?? (self.confirmedAt == nil ? nil : .fulfill) }
        return key.hasSameBytes(as: call.key(of: self.id)) ? kind ?? call.kind : nil
    }

    /// Records that a call failed.
    ///
    /// Only a certain failure ends the call, so that a refund can cancel what was not fulfilled. When the result is
    /// unknown, the server repeats the same call until the result is known; `isFinal` states that it is known now.
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

    /// Records that the call was not sent.
    package mutating func putOff(at now: Instant) -> FulfillmentStep {
        guard self.state.isInCall else { return FulfillmentStep(.refused) }
        if !self.isInDoubt { self.state = self.state == .revoking ? .revocationDue : .due }
        return FulfillmentStep(.done, self.advance(at: now))
    }

    /// Suspends the fulfillment until an operator acts.
    ///
    /// An attempt whose result was never recorded leaves the fulfillment in doubt. The caller ensures that no attempt
    /// is in progress.
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

    /// Makes a failed or suspended call due at once.
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

    /// Enters the suspended state for this reason and returns the event to publish; the last failure stays.
    private mutating func stopTrying(_ reason: FulfillmentReason, at now: Instant) -> [EventName] {
        let isRevoking = self.call?.kind == .revoke
        self.state = isRevoking ? .revocationSuspended : .suspended
        self.reason = reason
        self.changedAt = now
        return [isRevoking ? .fulfillmentRevocationSuspended : .fulfillmentSuspended]
    }
}

/// A fulfillment with its due date and lease: the part of the work that is the same for every repository.
package struct FulfillmentJob: Hashable, Sendable {
    /// The initial due key: due immediately, oldest first.
    ///
    /// It is far below every instant, because leases and retries concern workers and follow real time, which the
    /// ledger's clock may not.
    private static let dueAtOnce = Span(milliseconds: -4_611_686_018_427_387_904)

    /// The fulfillment.
    package private(set) var fulfillment: Fulfillment
    /// The instant from which on a worker may take it, in real time; `nil` when there is nothing for a worker to do.
    package private(set) var dueAt: Instant?
    /// The number of the current lease.
    package private(set) var lease: Int64?

    /// Creates a job from its stored values.
    package init(_ fulfillment: Fulfillment, dueAt: Instant?, lease: Int64?) {
        self.fulfillment = fulfillment
        self.dueAt = dueAt
        self.lease = lease
    }

    /// Creates the job of a new fulfillment.
    package init(_ fulfillment: Fulfillment) {
        self.init(fulfillment, dueAt: Self.firstDue(fulfillment), lease: nil)
    }

    /// Returns the initial due key of a new call: due immediately, or `nil` when a worker may not take it.
    private static func firstDue(_ fulfillment: Fulfillment) -> Instant? {
        switch fulfillment.state {
        case .due, .fulfilling, .revocationDue, .revoking: fulfillment.changedAt + Self.dueAtOnce
        case .waiting, .confirmed, .suspended, .canceled, .revoked, .revocationSuspended: nil
        }
    }

    /// Returns whether a worker holds a lease at an instant of real time.
    private func isLeased(at now: Instant) -> Bool {
        guard self.lease != nil, self.fulfillment.state.isInCall, let dueAt else { return false }
        return now < dueAt
    }

    /// Sets the evaluated fulfillment.
    ///
    /// When its call is a new one, a worker may take it at once.
    package mutating func settle(_ fulfillment: Fulfillment) {
        if fulfillment.state != self.fulfillment.state || fulfillment.call != self.fulfillment.call {
            self.dueAt = Self.firstDue(fulfillment)
            self.lease = nil
        }
        self.fulfillment = fulfillment
    }

    /// Leases the pending call to a worker; `nil` when there is none.
    package mutating func lease(_ number: Int64, at now: Instant, until: Instant) -> FulfillmentLease? {
        guard let call = self.fulfillment.begin(at: now) else { return nil }
        self.dueAt = until
        self.lease = number
        return FulfillmentLease(fulfillment: self.fulfillment, call: call, number: number)
    }

    /// Records the result of a lease and returns the events to publish; `nil`, without a change, when the lease has
    /// expired and the result is not new.
    package mutating func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) -> [EventName]? {
        guard self.lease == lease.number, self.fulfillment.state.isInCall else {
            // The fulfiller has carried out the call, whatever has happened to the lease.
            guard case .confirmed(let recovered) = outcome, lease.call.kind == .fulfill,
                self.fulfillment.confirmedAt == nil
            else { return nil }
            let step = self.fulfillment.confirm(.fulfill, by: .fulfiller, recovered: recovered, at: now)
            self.dueAt = Self.firstDue(self.fulfillment)
            self.lease = nil
            return step.events
        }
        let former = self.fulfillment.call
        let step: FulfillmentStep
        var retryAt: Instant?
        switch outcome {
        case .confirmed(let recovered):
            step = self.fulfillment.confirm(lease.call.kind, by: .fulfiller, recovered: recovered, at: now)
        case .failed(let failure, let isCertain, let at):
            retryAt = at
            step = self.fulfillment.fail(failure, isCertain: isCertain, isSuspending: at == nil, at: now)
        case .unsent(let at):
            retryAt = at
            step = self.fulfillment.putOff(at: now)
        }
        // A call that is still the same waits for its next attempt; a new one begins at once.
        let firstDue = Self.firstDue(self.fulfillment)
        self.dueAt = self.fulfillment.call == former && firstDue != nil ? retryAt : firstDue
        self.lease = nil
        return step.events
    }

    /// Performs an action; an action that is refused changes nothing.
    ///
    /// The current lease ends, and a call that is retried at once may be taken at once. This method does not release
    /// fulfillments: a release evaluates the whole chain.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - now: The current instant of the ledger.
    ///   - workersAt: The current instant of real time, which leases follow: the lease of a worker ends with it.
    /// - Returns: How the action ended, and the events to publish.
    package mutating func perform(_ action: FulfillmentAction, at now: Instant, workersAt: Instant) -> FulfillmentStep {
        var fulfillment = self.fulfillment
        let step: FulfillmentStep
        switch action {
        case .confirm(let kind, let confirmer, let recovered, let key):
            guard let meant = fulfillment.call(meantBy: kind, key: key) else { return FulfillmentStep(.refused) }
            step = fulfillment.confirm(meant, by: confirmer, recovered: recovered, at: now)
        case .fail(let failure):
            // A call is in progress and may have been carried out.
            if self.isLeased(at: workersAt) { return FulfillmentStep(.refused) }
            _ = fulfillment.begin(at: now)
            step = fulfillment.fail(failure, isCertain: true, isFinal: true, at: now)
        case .retry:
            // A call is in progress.
            if self.isLeased(at: workersAt) { return FulfillmentStep(.already) }
            step = fulfillment.retry(at: now)
        case .suspend:
            if self.isLeased(at: workersAt) { return FulfillmentStep(.refused) }
            step = fulfillment.suspend(.byHand, at: now)
        case .release: return FulfillmentStep(.refused)
        }
        guard step.outcome == .done else { return step }
        self.fulfillment = fulfillment
        self.dueAt = Self.firstDue(fulfillment)
        self.lease = nil
        return step
    }
}

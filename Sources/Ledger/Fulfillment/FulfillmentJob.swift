/// A fulfillment, when a worker may take it, and the lease on it: what every way of keeping fulfillments does with
/// them.
package struct FulfillmentJob: Hashable, Sendable {
    /// What the due date of something new is, by when it came up: at once, and the oldest first.
    ///
    /// It is far below every instant, because leases and retries are about workers and go by real time, which the
    /// ledger may not follow.
    private static let dueAtOnce = Span(milliseconds: -4_611_686_018_427_387_904)

    /// The fulfillment.
    package private(set) var fulfillment: Fulfillment
    /// When a worker may take it, by real time; `nil` where nothing is to be done by one.
    package private(set) var dueAt: Instant?
    /// The number of the lease on it.
    package private(set) var lease: Int64?

    /// A fulfillment as it is kept.
    package init(_ fulfillment: Fulfillment, dueAt: Instant?, lease: Int64?) {
        self.fulfillment = fulfillment
        self.dueAt = dueAt
        self.lease = lease
    }

    /// A new fulfillment.
    package init(_ fulfillment: Fulfillment) {
        self.init(fulfillment, dueAt: Self.firstDue(fulfillment), lease: nil)
    }

    /// When a worker may take what has just come up: at once, if he may take it at all.
    private static func firstDue(_ fulfillment: Fulfillment) -> Instant? {
        switch fulfillment.state {
        case .due, .fulfilling, .revocationDue, .revoking: fulfillment.changedAt + Self.dueAtOnce
        case .waiting, .confirmed, .suspended, .canceled, .revoked, .revocationSuspended: nil
        }
    }

    /// Whether a worker is at it at an instant of real time.
    private func isLeased(at now: Instant) -> Bool {
        guard self.lease != nil, self.fulfillment.state.isInCall, let dueAt else { return false }
        return now < dueAt
    }

    /// Takes in how it was judged; what came to something else to be done may be taken by a worker at once.
    package mutating func settle(_ fulfillment: Fulfillment) {
        if fulfillment.state != self.fulfillment.state || fulfillment.call != self.fulfillment.call {
            self.dueAt = Self.firstDue(fulfillment)
            self.lease = nil
        }
        self.fulfillment = fulfillment
    }

    /// Leases what is to be done to a worker; `nil` where nothing is.
    package mutating func lease(_ number: Int64, at now: Instant, until: Instant) -> FulfillmentLease? {
        guard let call = self.fulfillment.begin(at: now) else { return nil }
        self.dueAt = until
        self.lease = number
        return FulfillmentLease(fulfillment: self.fulfillment, call: call, number: number)
    }

    /// Takes note of what came of a lease and returns what to publish; `nil`, and nothing has changed, when the lease
    /// is over and says nothing that is not known.
    package mutating func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) -> [EventName]? {
        guard self.lease == lease.number, self.fulfillment.state.isInCall else {
            // Whoever was told has done it, whatever has become of the lease meanwhile.
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
        // What is still the same call waits for its next try; what is another begins at once.
        let firstDue = Self.firstDue(self.fulfillment)
        self.dueAt = self.fulfillment.call == former && firstDue != nil ? retryAt : firstDue
        self.lease = nil
        return step.events
    }

    /// Does something with it; what is not done has changed nothing.
    ///
    /// Whatever lease there was is over; what is tried again at once may be taken at once. Releasing is not for here:
    /// it judges the whole chain.
    ///
    /// - Parameters:
    ///   - action: What is done.
    ///   - now: When, by the ledger.
    ///   - workersAt: When, by real time, by which leases go: a worker whose lease ran out is at it no longer.
    /// - Returns: How it was taken, and what to publish.
    package mutating func perform(_ action: FulfillmentAction, at now: Instant, workersAt: Instant) -> FulfillmentStep {
        var fulfillment = self.fulfillment
        let step: FulfillmentStep
        switch action {
        case .confirm(let kind, let confirmer, let recovered, let key):
            guard let meant = fulfillment.call(meantBy: kind, key: key) else { return FulfillmentStep(.refused) }
            step = fulfillment.confirm(meant, by: confirmer, recovered: recovered, at: now)
        case .fail(let failure):
            // Somebody is at it just now, and may have done it.
            if self.isLeased(at: workersAt) { return FulfillmentStep(.refused) }
            _ = fulfillment.begin(at: now)
            step = fulfillment.fail(failure, isCertain: true, isFinal: true, at: now)
        case .retry:
            // Somebody is at it just now.
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

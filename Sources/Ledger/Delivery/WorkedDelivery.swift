/// A delivery, when a worker may take it, and the lease on it: what every way of keeping deliveries does with them.
package struct WorkedDelivery: Hashable, Sendable {
    /// What the due date of something new is, by when it came up: at once, and the oldest first.
    ///
    /// It is far below every instant, because leases and retries are about workers and go by real time, which the books may
    /// not follow.
    private static let dueAtOnce = Span(milliseconds: -4_611_686_018_427_387_904)

    /// The delivery.
    package private(set) var delivery: Delivery
    /// When a worker may take it, by real time; `nil` where nothing is to be done by one.
    package private(set) var dueAt: Instant?
    /// The number of the lease on it.
    package private(set) var lease: Int64?

    /// A delivery as it is kept.
    package init(_ delivery: Delivery, dueAt: Instant?, lease: Int64?) {
        self.delivery = delivery
        self.dueAt = dueAt
        self.lease = lease
    }

    /// A new delivery.
    package init(_ delivery: Delivery) {
        self.init(delivery, dueAt: Self.firstDue(delivery), lease: nil)
    }

    /// When a worker may take what has just come up: at once, if he may take it at all.
    private static func firstDue(_ delivery: Delivery) -> Instant? {
        switch delivery.state {
        case .due, .delivering, .takeBackDue, .takingBack: delivery.changedAt + Self.dueAtOnce
        case .waiting, .confirmed, .parked, .cancelled, .takenBack, .takeBackParked: nil
        }
    }

    /// Whether a worker is at it at an instant of real time.
    private func isLeased(at now: Instant) -> Bool {
        guard self.lease != nil, self.delivery.state.isInCall, let dueAt else { return false }
        return now < dueAt
    }

    /// Takes in how it was judged; what came to something else to be done may be taken by a worker at once.
    package mutating func settle(_ delivery: Delivery) {
        if delivery.state != self.delivery.state || delivery.call != self.delivery.call {
            self.dueAt = Self.firstDue(delivery)
            self.lease = nil
        }
        self.delivery = delivery
    }

    /// Leases what is to be done to a worker; `nil` where nothing is.
    package mutating func lease(_ number: Int64, at now: Instant, until: Instant) -> DeliveryLease? {
        guard let call = self.delivery.begin(at: now) else { return nil }
        self.dueAt = until
        self.lease = number
        return DeliveryLease(delivery: self.delivery, call: call, number: number)
    }

    /// Takes note of what came of a lease and returns what to tell; `nil`, and nothing has changed, when the lease is over
    /// and says nothing that is not known.
    package mutating func conclude(
        _ lease: DeliveryLease,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) -> [EventName]? {
        guard self.lease == lease.number, self.delivery.state.isInCall else {
            // Whoever was told has done it, whatever has become of the lease meanwhile.
            guard case .confirmed(let recovered) = outcome, lease.call.kind == .handOver,
                self.delivery.confirmedAt == nil
            else { return nil }
            let step = self.delivery.confirm(.handOver, by: .fulfiller, recovered: recovered, at: now)
            self.dueAt = Self.firstDue(self.delivery)
            self.lease = nil
            return step.events
        }
        let former = self.delivery.call
        let step: DeliveryStep
        var retryAt: Instant?
        switch outcome {
        case .confirmed(let recovered):
            step = self.delivery.confirm(lease.call.kind, by: .fulfiller, recovered: recovered, at: now)
        case .failed(let failure, let isCertain, let at):
            retryAt = at
            step = self.delivery.fail(failure, isCertain: isCertain, isParking: at == nil, at: now)
        case .untold(let at):
            retryAt = at
            step = self.delivery.putOff(at: now)
        }
        // What is still the same call waits for its next try; what is another begins at once.
        let firstDue = Self.firstDue(self.delivery)
        self.dueAt = self.delivery.call == former && firstDue != nil ? retryAt : firstDue
        self.lease = nil
        return step.events
    }

    /// Does something with it; what is not done has changed nothing.
    ///
    /// Whatever lease there was is over; what is tried again at once may be taken at once. Releasing is not for here: it
    /// judges the whole chain.
    ///
    /// - Parameters:
    ///   - act: What is done.
    ///   - now: When, by the books.
    ///   - workersAt: When, by real time, by which leases go: a worker whose lease ran out is at it no longer.
    /// - Returns: How it was taken, and what to tell.
    package mutating func act(_ act: DeliveryAct, at now: Instant, workersAt: Instant) -> DeliveryStep {
        var delivery = self.delivery
        let step: DeliveryStep
        switch act {
        case .confirm(let kind, let confirmer, let recovered, let key):
            guard let meant = delivery.call(meantBy: kind, key: key) else { return DeliveryStep(.refused) }
            step = delivery.confirm(meant, by: confirmer, recovered: recovered, at: now)
        case .fail(let failure):
            // Somebody is at it just now, and may have done it.
            if self.isLeased(at: workersAt) { return DeliveryStep(.refused) }
            _ = delivery.begin(at: now)
            step = delivery.fail(failure, isCertain: true, isFinal: true, at: now)
        case .retry:
            // Somebody is at it just now.
            if self.isLeased(at: workersAt) { return DeliveryStep(.already) }
            step = delivery.retry(at: now)
        case .park:
            if self.isLeased(at: workersAt) { return DeliveryStep(.refused) }
            step = delivery.park(.byHand, at: now)
        case .release: return DeliveryStep(.refused)
        }
        guard step.outcome == .done else { return step }
        self.delivery = delivery
        self.dueAt = Self.firstDue(delivery)
        self.lease = nil
        return step
    }
}

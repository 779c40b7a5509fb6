/// A case with the instant at which a worker may process it and the lease on it: the logic that all repositories share.
package struct RefundJob: Hashable, Sendable {
    /// The initial due key: due immediately, oldest first.
    ///
    /// It is far below every instant, because leases and retries use real time, which the ledger's clock may not
    /// follow.
    private static let dueAtOnce = Span(milliseconds: -4_611_686_018_427_387_904)

    /// Returns the due date of a case that arrived at an instant and is due immediately.
    package static func dueDate(at now: Instant) -> Instant { now + Self.dueAtOnce }

    /// The case.
    package var record: RefundRecord
    /// The instant of real time at which a worker may process the case; `nil` where no work is to be done.
    package private(set) var dueAt: Instant?
    /// The number of the current lease.
    package private(set) var lease: Int64?

    /// Creates a job of these values.
    package init(_ record: RefundRecord, dueAt: Instant?, lease: Int64?) {
        self.record = record
        self.dueAt = dueAt
        self.lease = lease
    }

    /// Creates the job of a new case, which was recorded at an instant.
    package init(_ record: RefundRecord, at now: Instant) {
        self.init(record, dueAt: record.refundCase.requests.isEmpty ? nil : now + Self.dueAtOnce, lease: nil)
    }

    /// Applies an update and returns the event to publish; returns `nil`, and changes nothing, where the update
    /// contains nothing new.
    ///
    /// A worker with a lease continues, and processes the update afterwards.
    package mutating func apply(_ update: RefundUpdate, at now: Instant) -> EventName? {
        guard let event = self.record.apply(update) else { return nil }
        if self.lease == nil, !self.record.refundCase.requests.isEmpty { self.dueAt = now + Self.dueAtOnce }
        return event
    }

    /// Leases the case to a worker.
    package mutating func lease(_ number: Int64, until: Instant) -> RefundLease {
        self.dueAt = until
        self.lease = number
        return RefundLease(record: self.record, number: number)
    }

    /// The writes of the repository together with the result of a step.
    package struct Consequence: Hashable, Sendable {
        /// The events to publish.
        package let events: [EventName]
        /// The changes of the sums of trials.
        package let changes: [RefundTallyChange]
    }

    /// Applies the result of a worker's step and returns what follows from it.
    ///
    /// Returns `nil`, and changes nothing, when the lease is over, unless the step reports that Apple received an answer:
    /// that counts in any case.
    package mutating func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) -> Consequence? {
        guard let events = self.take(step, of: lease, at: now) else { return nil }
        return Consequence(events: events, changes: self.record.count())
    }

    private mutating func take(_ step: RefundStep, of lease: RefundLease, at now: Instant) -> [EventName]? {
        guard self.lease == lease.number else {
            guard var answer = step.answer, answer.receivedAt != nil else { return nil }
            let kept = self.record.answer(to: answer.request)
            guard kept?.receivedAt == nil else { return nil }
            // Another worker that continues may be sending the same answer.
            if kept?.isInDoubt == true { answer.isInDoubt = true }
            // An answer is stored before it is sent, so the stored one was erased in the meantime.
            if let kept, kept.sent == nil { answer.forgetPerson() }
            self.record.put(answer)
            return step.event.map { [$0] } ?? []
        }
        if let noted = step.noted { self.record.noted = noted }
        let events: [EventName]
        if var answer = step.answer {
            let kept = self.record.answer(to: answer.request)
            if let kept, kept.receivedAt != nil, answer.receivedAt == nil {
                // An earlier worker had reached Apple, and reported it after its lease was over.
                (answer.receivedAt, answer.isLate, answer.failure) = (kept.receivedAt, kept.isLate, nil)
            }
            // The event is published once.
            events = kept?.receivedAt == nil ? step.event.map { [$0] } ?? [] : []
            self.record.put(answer)
        } else {
            events = step.event.map { [$0] } ?? []
        }
        switch step.next {
        case .goOn(let until):
            self.dueAt = until
            return events
        case .at(let instant): (self.dueAt, self.lease) = (instant, nil)
        case .never: (self.dueAt, self.lease) = (nil, nil)
        }
        // An update arrived during the step.
        if self.record.refundCase != lease.record.refundCase { self.dueAt = now + Self.dueAtOnce }
        return events
    }

    /// Makes a case that waits for an operator or for consent due immediately, even during a worker's step, whose
    /// findings are then out of date.
    package mutating func wake(at now: Instant) {
        guard self.record.status == .held || self.record.status == .withheld else { return }
        self.dueAt = now + Self.dueAtOnce
        self.lease = nil
    }

    /// Records the new owner of the purchase, even during a worker's step: an answer that is not built yet is decided
    /// with the facts of the new owner.
    ///
    /// An answer that was built remains, because it may have reached Apple; so does an operator's decision.
    package mutating func move(to customer: CustomerID?, at now: Instant) {
        guard self.record.customer != customer else { return }
        self.record.customer = customer
        guard let request = self.record.openRequest else { return }
        if var answer = self.record.answer(to: request.id) {
            guard answer.sent == nil else { return }
            answer.heldUntil = nil
            answer.refusal = nil
            self.record.put(answer)
        }
        self.dueAt = now + Self.dueAtOnce
        self.lease = nil
    }

    /// Removes the personal data of the answers, and prevents a worker in a step from writing it again.
    package mutating func forgetPerson() {
        self.record.forgetPerson()
        guard self.lease != nil else { return }
        self.dueAt = Self.dueDate(at: self.record.refundCase.openedAt)
        self.lease = nil
    }

    /// Records an operator's decision, even during a worker's step; returns whether the request could be decided.
    package mutating func decide(_ decision: RefundAnswer.Decision) -> Bool {
        guard self.record.decide(decision) else { return false }
        self.dueAt = decision.at + Self.dueAtOnce
        self.lease = nil
        return true
    }
}

/// A lease on a case: one worker may process it until the lease ends.
package struct RefundLease: Hashable, Sendable {
    /// The case.
    package let record: RefundRecord
    /// The number of the lease, unique in this ledger.
    package let number: Int64

    /// Creates a lease of these values.
    package init(record: RefundRecord, number: Int64) {
        self.record = record
        self.number = number
    }
}

/// The leases that one worker received.
package struct RefundLeases: Hashable, Sendable {
    /// The delay before a case that cannot be read is due again.
    package static let putOff = Span.hours(1)

    /// The cases that the worker may process until the leases end.
    package let leases: [RefundLease]
    /// The cases that could not be read and were deferred.
    package let unreadable: [RefundID]

    /// Creates leases of these values.
    package init(_ leases: [RefundLease] = [], unreadable: [RefundID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// The number of cases, read and unreadable.
    package var count: Int { self.leases.count + self.unreadable.count }
}

/// The result of a worker's step on a case, and the next step.
package struct RefundStep: Hashable, Sendable {
    /// The time of the next step.
    package enum Next: Hashable, Sendable {
        /// The same worker continues under the same lease, which now lasts until this instant of real time.
        case goOn(until: Instant)
        /// Any worker continues at this instant of real time.
        case at(Instant)
        /// No worker continues until an update arrives.
        case never
    }

    /// The answer to a request, as far as the step changed it.
    package let answer: RefundAnswer?
    /// The event to publish.
    package let event: EventName?
    /// The time of the next step.
    package let next: Next
    /// The outcome that the metrics count with the step.
    package let noted: String?

    /// Creates a step of these values.
    package init(_ answer: RefundAnswer? = nil, _ event: EventName? = nil, next: Next, noted: String? = nil) {
        self.answer = answer
        self.event = event
        self.next = next
        self.noted = noted
    }
}

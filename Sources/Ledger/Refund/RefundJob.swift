/// A case, when a worker may take it, and the lease on it: what every way of keeping cases does with them.
package struct RefundJob: Hashable, Sendable {
    /// What the due date of something new is, by when it came up: at once, and the oldest first.
    ///
    /// It is far below every instant, because leases and retries go by real time, which the ledger may not follow.
    private static let dueAtOnce = Span(milliseconds: -4_611_686_018_427_387_904)

    /// When that is due which came up at an instant and is to be looked at at once.
    package static func dueDate(at now: Instant) -> Instant { now + Self.dueAtOnce }

    /// The case.
    package var record: RefundRecord
    /// When a worker may take it, by real time; `nil` where nothing is to be done by one.
    package private(set) var dueAt: Instant?
    /// The number of the lease on it.
    package private(set) var lease: Int64?

    /// A case as it is kept.
    package init(_ record: RefundRecord, dueAt: Instant?, lease: Int64?) {
        self.record = record
        self.dueAt = dueAt
        self.lease = lease
    }

    /// A new case, which became known at an instant.
    package init(_ record: RefundRecord, at now: Instant) {
        self.init(record, dueAt: record.refundCase.requests.isEmpty ? nil : now + Self.dueAtOnce, lease: nil)
    }

    /// Takes in what was said, and returns what to publish; `nil`, and nothing has changed, where nothing is new.
    ///
    /// Whoever is at work goes on: what is new he finds when he is done.
    package mutating func apply(_ update: RefundUpdate, at now: Instant) -> EventName? {
        guard let event = self.record.apply(update) else { return nil }
        if self.lease == nil, !self.record.refundCase.requests.isEmpty { self.dueAt = now + Self.dueAtOnce }
        return event
    }

    /// Leases it to a worker.
    package mutating func lease(_ number: Int64, until: Instant) -> RefundLease {
        self.dueAt = until
        self.lease = number
        return RefundLease(record: self.record, number: number)
    }

    /// What is to be written with what a worker did.
    package struct Consequence: Hashable, Sendable {
        /// What to publish.
        package let events: [EventName]
        /// What it changes in the sums of trials.
        package let changes: [RefundTallyChange]
    }

    /// Takes note of what a worker did and returns what comes of it; `nil`, and nothing has changed, when his lease is
    /// over and he says nothing that counts all the same: what Apple has received it has received.
    package mutating func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) -> Consequence? {
        guard let events = self.take(step, of: lease, at: now) else { return nil }
        return Consequence(events: events, changes: self.record.count())
    }

    private mutating func take(_ step: RefundStep, of lease: RefundLease, at now: Instant) -> [EventName]? {
        guard self.lease == lease.number else {
            guard var answer = step.answer, answer.receivedAt != nil else { return nil }
            let kept = self.record.answer(to: answer.request)
            guard kept?.receivedAt == nil else { return nil }
            // Whoever goes on may be sending the same.
            if kept?.isInDoubt == true { answer.isInDoubt = true }
            // What was put together is kept before it is sent, so it was forgotten meanwhile.
            if let kept, kept.sent == nil { answer.forgetPerson() }
            self.record.put(answer)
            return step.event.map { [$0] } ?? []
        }
        if let noted = step.noted { self.record.noted = noted }
        let events: [EventName]
        if var answer = step.answer {
            let kept = self.record.answer(to: answer.request)
            if let kept, kept.receivedAt != nil, answer.receivedAt == nil {
                // The one before had reached Apple, and said so when his lease was over.
                (answer.receivedAt, answer.isLate, answer.failure) = (kept.receivedAt, kept.isLate, nil)
            }
            // It is told once.
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
        // Something was said while he was at work.
        if self.record.refundCase != lease.record.refundCase { self.dueAt = now + Self.dueAtOnce }
        return events
    }

    /// Lets somebody look at once, where a case waits for a person or for consent, whoever is at work: what he found is
    /// not so any more.
    package mutating func wake(at now: Instant) {
        guard self.record.status == .held || self.record.status == .withheld else { return }
        self.dueAt = now + Self.dueAtOnce
        self.lease = nil
    }

    /// Takes note whose purchase it is now, whoever is at work: what is not put together yet is decided with what is
    /// known of the new owner.
    ///
    /// What was put together stays, because it may have reached Apple; and so does a person's word.
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

    /// Forgets what was known of the customer when his requests were answered, and lets nobody who is at work bring it
    /// back.
    package mutating func forgetPerson() {
        self.record.forgetPerson()
        guard self.lease != nil else { return }
        self.dueAt = Self.dueDate(at: self.record.refundCase.openedAt)
        self.lease = nil
    }

    /// Takes a person's word, whoever is at work; whether it could.
    package mutating func decide(_ decision: RefundAnswer.Decision) -> Bool {
        guard self.record.decide(decision) else { return false }
        self.dueAt = decision.at + Self.dueAtOnce
        self.lease = nil
        return true
    }
}

/// The right of one worker to look after a case, for a while.
package struct RefundLease: Hashable, Sendable {
    /// The case.
    package let record: RefundRecord
    /// The number of the lease, which no other lease of this ledger has.
    package let number: Int64

    /// A lease of these values.
    package init(record: RefundRecord, number: Int64) {
        self.record = record
        self.number = number
    }
}

/// What one worker got when he asked for cases to look after.
package struct RefundLeases: Hashable, Sendable {
    /// How long it takes until somebody looks again at a case that cannot be read.
    package static let putOff = Span.hours(1)

    /// The cases that are his for a while.
    package let leases: [RefundLease]
    /// The cases that cannot be read and were put off.
    package let unreadable: [RefundID]

    /// What somebody got.
    package init(_ leases: [RefundLease] = [], unreadable: [RefundID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// How many there were.
    package var count: Int { self.leases.count + self.unreadable.count }
}

/// What a worker has done about a case, and what is to be done next.
package struct RefundStep: Hashable, Sendable {
    /// When a worker is to look again.
    package enum Next: Hashable, Sendable {
        /// The same worker goes on under the same lease, which lasts until this instant of real time now.
        case goOn(until: Instant)
        /// Any worker, at this instant of real time.
        case at(Instant)
        /// Nobody, until more is heard.
        case never
    }

    /// What became of answering a request.
    package let answer: RefundAnswer?
    /// What to publish.
    package let event: EventName?
    /// When to look again.
    package let next: Next
    /// The outcome that the metrics count with it.
    package let noted: String?

    /// A step of these values.
    package init(_ answer: RefundAnswer? = nil, _ event: EventName? = nil, next: Next, noted: String? = nil) {
        self.answer = answer
        self.event = event
        self.next = next
        self.noted = noted
    }
}

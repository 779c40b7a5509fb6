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
    /// What to tell.
    package let event: EventName?
    /// When to look again.
    package let next: Next
    /// The outcome that the figures count with it.
    package let noted: String?

    /// A step of these values.
    package init(_ answer: RefundAnswer? = nil, _ event: EventName? = nil, next: Next, noted: String? = nil) {
        self.answer = answer
        self.event = event
        self.next = next
        self.noted = noted
    }
}

/// How long Apple listens to what a shop has to say about a request, counted from the instant Apple signed it.
package struct RefundDeadlines: Hashable, Sendable {
    /// Until when an answer is in time.
    package let answer: Span
    /// Until when an answer is still sent, marked late, unless Apple has decided.
    package let late: Span

    /// Deadlines of these spans.
    package init(answer: Span, late: Span) {
        self.answer = answer
        self.late = late
    }

    /// Of the App Store: twelve hours, and 48 for what comes late.
    package static let production = Self(answer: .hours(12), late: .hours(48))
    /// Of the Sandbox, which decides after five minutes.
    package static let sandbox = Self(answer: .minutes(5), late: .hours(48))

    /// Of an environment.
    package init(of environment: StoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }
}

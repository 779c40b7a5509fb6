/// A holding together with the time for which it is right as long as nothing more is heard.
package struct TimedHolding: Hashable, Sendable {
    /// What is held.
    package let holding: Holding
    /// The first instant of that time.
    package let from: Instant
    /// The first instant after it; `nil` when it has no end.
    package let until: Instant?
    /// Whether it would be another one under another access policy.
    package let dependsOnPolicy: Bool

    /// A holding that is right from an instant until another.
    package init(_ holding: Holding, from: Instant, until: Instant?, dependsOnPolicy: Bool) {
        self.holding = holding
        self.from = from
        self.until = until
        self.dependsOnPolicy = dependsOnPolicy
    }

    /// Whether it is right at an instant.
    package func isRight(at now: Instant) -> Bool {
        guard self.from <= now else { return false }
        return self.until.map { now < $0 } ?? true
    }
}

/// The policy that decides when a subscriber keeps an entitlement although no paid period is running.
package struct GracePolicy: Hashable, Sendable {
    /// Whether the grace period that Apple grants keeps the entitlement.
    package var keepsInGrace: Bool
    /// Whether the entitlement is kept while Apple retries billing, after or without a grace period.
    package var keepsInRetry: Bool
    /// Whether the entitlement is kept for a while after a period's end when the server has received no news.
    package var keepsWhenOverdue: Bool
    /// How long it is kept then, in production.
    package var overdueLeeway: Span
    /// How long it is kept then, in the sandbox.
    package var overdueLeewaySandbox: Span

    /// Creates a policy.
    ///
    /// The defaults keep the entitlement in grace, and for an hour (two minutes in the sandbox) when overdue.
    package init(
        keepsInGrace: Bool = true,
        keepsInRetry: Bool = false,
        keepsWhenOverdue: Bool = true,
        overdueLeeway: Span = .hours(1),
        overdueLeewaySandbox: Span = .minutes(2)
    ) {
        self.keepsInGrace = keepsInGrace
        self.keepsInRetry = keepsInRetry
        self.keepsWhenOverdue = keepsWhenOverdue
        self.overdueLeeway = overdueLeeway
        self.overdueLeewaySandbox = overdueLeewaySandbox
    }
}

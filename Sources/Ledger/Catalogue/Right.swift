/// The name of a right, for example `pro`.
package typealias RightName = Identifier<Right>

/// A named thing a customer may do, which products unlock.
package struct Right: Hashable, Sendable {
    /// Its name in the catalogue and in every answer.
    package let name: RightName
    /// What people call it, by language tag.
    package let displayNames: [String: String]

    /// A right of this name.
    package init(name: RightName, displayNames: [String: String] = [:]) {
        self.name = name
        self.displayNames = displayNames
    }
}

/// When a subscriber keeps a right although no paid period runs.
package struct AccessPolicy: Hashable, Sendable {
    /// Whether the grace period that Apple grants keeps the right.
    package var keepsInGrace: Bool
    /// Whether the right is kept while Apple tries to charge again, after or without a grace period.
    package var keepsInRetry: Bool
    /// Whether the right is kept for a while after a period's end when nothing has been heard.
    package var keepsWhenOverdue: Bool
    /// For how long it is kept then, in production.
    package var overdueLeeway: Span
    /// For how long it is kept then, in the sandbox.
    package var overdueLeewaySandbox: Span

    /// A policy; the defaults keep the right in grace and for an hour (two minutes in the sandbox) when overdue.
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

/// The name of an entitlement, for example `pro`.
package typealias EntitlementName = Identifier<EntitlementDefinition>

/// A named thing a customer may do, which products unlock.
package struct EntitlementDefinition: Hashable, Sendable {
    /// Its name in the catalog and in every answer.
    package let name: EntitlementName
    /// What people call it, by language tag.
    package let displayNames: [String: String]

    /// An entitlement of this name.
    package init(name: EntitlementName, displayNames: [String: String] = [:]) {
        self.name = name
        self.displayNames = displayNames
    }
}

/// When a subscriber keeps an entitlement although no paid period runs.
package struct GracePolicy: Hashable, Sendable {
    /// Whether the grace period that Apple grants keeps the entitlement.
    package var keepsInGrace: Bool
    /// Whether the entitlement is kept while Apple tries to charge again, after or without a grace period.
    package var keepsInRetry: Bool
    /// Whether the entitlement is kept for a while after a period's end when nothing has been heard.
    package var keepsWhenOverdue: Bool
    /// For how long it is kept then, in production.
    package var overdueLeeway: Span
    /// For how long it is kept then, in the sandbox.
    package var overdueLeewaySandbox: Span

    /// A policy; the defaults keep the entitlement in grace and for an hour (two minutes in the sandbox) when overdue.
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

/// The circumstances in which a unit of work changes chains and publishes events.
package struct RecordingContext: Sendable {
    /// The app and environment.
    package let scope: Scope
    /// The current instant.
    package let now: Instant
    /// The catalog of the app.
    package let catalog: Catalog
    /// Whether changes are published; otherwise they count as published without an event.
    package var isPublished: Bool
    /// The position of the evidence that caused it.
    package let cause: Int64?
    /// The ownership change that caused it: its number and name.
    package var change: (number: Int64, id: OwnershipChangeID)?
    /// Transactions that only an app has submitted, signed long before.
    package var doubted: Set<TransactionID> = []
    /// Transactions that the unit contains and that need no check.
    package var vouched: Set<TransactionID> = []
    /// Transactions whose purchases are released.
    package var released: Set<TransactionID> = []
    /// Whether Apple can be asked about doubted transactions.
    package var asksApple = false

    /// Creates the context of a unit that contains no evidence, unless its position is given.
    package init(
        scope: Scope,
        now: Instant,
        catalog: Catalog = Catalog(),
        isPublished: Bool = true,
        cause: Int64? = nil,
        change: (number: Int64, id: OwnershipChangeID)? = nil
    ) {
        self.scope = scope
        self.now = now
        self.catalog = catalog
        self.isPublished = isPublished
        self.cause = cause
        self.change = change
    }

    /// The environment.
    package var environment: StoreEnvironment { self.scope.environment }

    /// The app.
    package var app: AppName { self.scope.name.app }

    /// The policy for access after a paid period.
    package var gracePolicy: GracePolicy { self.catalog.gracePolicy }

    /// Returns the same context for another environment of the app.
    func elsewhere(_ scope: Scope) -> Self {
        Self(
            scope: scope,
            now: self.now,
            catalog: self.catalog,
            isPublished: self.isPublished,
            cause: self.cause,
            change: self.change
        )
    }
}

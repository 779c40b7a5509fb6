/// A RESCIND_CONSENT notification of Apple's: earlier consents for the user of an Apple Account no longer count.
package struct ConsentRescission: Hashable, Sendable {
    /// The Apple Account in this app.
    package let account: AppTransactionID
    /// The instant at which Apple signed it.
    package let signedAt: Instant

    /// Creates a rescission with these values.
    package init(account: AppTransactionID, signedAt: Instant) {
        self.account = account
        self.signedAt = signedAt
    }
}

/// The latest rescission of consent for an Apple Account, and whether an operator has resolved it.
package struct RecordedRescission: Hashable, Sendable {
    /// The Apple Account in this app.
    package let account: AppTransactionID
    /// The instant at which Apple signed the latest rescission.
    package let rescindedAt: Instant
    /// The instant at which an operator last resolved a rescission for the account; `nil` if never.
    package private(set) var resolvedAt: Instant?

    /// Creates a recorded rescission with these values.
    package init(account: AppTransactionID, rescindedAt: Instant, resolvedAt: Instant? = nil) {
        self.account = account
        self.rescindedAt = rescindedAt
        self.resolvedAt = resolvedAt
    }

    /// Whether an operator has resolved it; a rescission that Apple signs later opens it again.
    package var isResolved: Bool { self.resolvedAt.map { $0 >= self.rescindedAt } ?? false }

    /// Resolves the rescission and returns whether that changed it.
    ///
    /// Apple's clock may be ahead of this server's, so a resolution is never earlier than what it resolves.
    package mutating func resolve(at now: Instant) -> Bool {
        guard !self.isResolved else { return false }
        self.resolvedAt = max(now, self.rescindedAt)
        return true
    }
}

extension ConsentRescission {
    /// Returns the audit entry of the rescission; `customers` are those who are known to use the Apple Account.
    ///
    /// The entry itself names neither a customer nor an Apple Account, because nothing is ever deleted from the log.
    package func draft(
        about customers: some Sequence<CustomerID>,
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) -> AuditDraft {
        let named = customers.filter { !$0.isErased }.sorted()
        return AuditDraft(
            at: now,
            by: CustomerBlock.rescission,
            .consentRescind,
            on: app.rawValue,
            reason: nil,
            details: [
                "app": app.rawValue, "environment": environment.rawValue, "rescindedAt": self.signedAt.rfc3339,
            ],
            about: named.isEmpty ? nil : AuditDraft.About(named, of: app)
        ).with(.done)
    }
}

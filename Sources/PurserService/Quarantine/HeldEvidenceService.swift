package import Ledger

/// Lists the held evidence of an app, and makes it due for another attempt.
package struct HeldEvidenceService: Sendable {
    /// A piece of held evidence, without the signed bytes.
    package struct Item: Sendable {
        /// The evidence.
        package let held: HeldEvidence
        /// The number of times that it came again, or that an attempt to apply it failed.
        package let repeats: Int

        /// The position among the held evidence of the app.
        package var cursor: HeldSubmissionCursor {
            HeldSubmissionCursor(receivedAt: self.held.receivedAt, digest: self.held.digest)
        }
    }

    /// The maximum number that a preview of a retry counts.
    package static let maximumCount = 200
    /// The reasons whose evidence may wait for an operator or a change of configuration.
    package static let reasonsToRetry: [HeldEvidence.Reason] = [.missingPart, .certificateRevoked, .notOurs]

    private let repository: any Repository
    private let audit: AuditLog
    private let now: @Sendable () -> Instant

    /// Creates a service of a repository; `now` is the ledger's time.
    package init(repository: any Repository, audit: AuditLog, now: @escaping @Sendable () -> Instant) {
        self.repository = repository
        self.audit = audit
        self.now = now
    }

    /// Returns the evidence of an app that is held for a reason, before a position, newest first.
    package func list(
        of app: AppName,
        reason: HeldEvidence.Reason,
        before cursor: HeldSubmissionCursor? = nil,
        limit: Int
    ) async throws(RepositoryError) -> [Item] {
        try await self.repository.read { view in
            try view.heldEvidence(of: app, reason: reason, before: cursor, limit: limit).map { found in
                Item(held: found.held, repeats: found.repeats)
            }
        }
    }

    /// Returns how many of the newest pieces of evidence of an app that are held for a reason wait for no date, up to
    /// `maximumCount`.
    package func waitingCount(of app: AppName, reason: HeldEvidence.Reason) async throws(RepositoryError) -> Int {
        try await self.list(of: app, reason: reason, limit: Self.maximumCount).count { $0.held.dueAt == nil }
    }

    /// Makes the evidence that is held for a reason, and that waits for no date, due now, as a start of the server
    /// does; returns the number of pieces of the app, up to `maximumCount`.
    ///
    /// It verifies again what waits in all apps, which never applies anything that a verification refuses.
    package func retry(
        _ reason: HeldEvidence.Reason,
        in app: AppName,
        by origin: RequestOrigin
    ) async throws(RepositoryError) -> Int {
        let count = try await self.waitingCount(of: app, reason: reason)
        let now = self.now()
        let record = AuditRecord(
            by: origin.name,
            .evidenceRetry,
            on: app.rawValue,
            reason: origin.reason,
            details: ["held": reason.rawValue]
        )
        return try await IdempotentWork.deciding { (count: Int) in
            count
        } by: { () throws(RepositoryError) in
            try await self.repository.write { unit in
                try unit.reviewHeldEvidence([reason], at: now)
                try self.audit.add(record, count > 0 ? .done : .nothing, to: unit)
                return count
            }
        }
    }
}

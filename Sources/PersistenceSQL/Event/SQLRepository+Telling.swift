package import Ledger

extension SQLRepository {
    /// Says who is told.
    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.setSinks(names, of: app) }
    }

    /// Leases lanes that have something to tell a sink to one worker.
    package func leaseLanes(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [LaneLease] {
        // Whoever waits asks several times a second, and mostly for nothing: that shall not be a commit each time.
        guard try await self.read({ session in try session.hasDueLane(for: sink, of: app, at: now) }) else { return [] }
        return try await self.write { session in
            try session.leaseLanes(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Takes note of what a sink was told.
    package func acknowledge(
        _ lease: LaneLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError) -> LaneLease.Progress {
        try await self.write { session in try session.acknowledge(lease, through: number, until: until) }
    }

    /// Puts a lane back.
    package func putBack(_ lease: LaneLease, until: Instant) async throws(RepositoryError) {
        try await self.write { session in try session.putBack(lease, until: until) }
    }

    /// When the oldest event occurred that a sink has not received.
    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.oldestUnsentEvent(for: sink, of: app, limit: limit) }
    }

    /// Where the audit log ends.
    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try await self.read { session in try session.auditHead() }
    }

    /// Enters an act in the audit log, within its quota if it has one.
    package func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) async throws(RepositoryError) -> AuditEntry? {
        try await self.write { session in try session.append(draft, within: quota) }
    }

    /// Entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { session in try session.auditEntries(after: number, limit: limit) }
    }

    /// Fails unless a write would reach the disk now.
    package func probe() async throws(RepositoryError) {
        try await self.write { session in try session.run(.countProbe) }
    }
}

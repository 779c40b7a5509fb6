package import Ledger

extension SQLRepository {
    /// Sets the sinks of an app.
    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.setSinks(names, of: app) }
    }

    /// Leases event streams that have something to publish to a sink to one worker.
    package func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [EventStreamLease] {
        // A worker asks several times a second, mostly in vain; a read avoids the commit.
        guard try await self.read({ session in try session.hasDueStream(for: sink, of: app, at: now) }) else {
            return []
        }
        return try await self.write { session in
            try session.leaseStreams(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }

    /// Records which events a sink received.
    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError) -> EventStreamLease.Progress {
        try await self.write { session in try session.acknowledge(lease, through: number, until: until) }
    }

    /// Returns an event stream without a failure, to be leased again later.
    package func putBack(_ lease: EventStreamLease, until: Instant) async throws(RepositoryError) {
        try await self.write { session in try session.putBack(lease, until: until) }
    }

    /// Returns when the oldest event occurred that a sink has not received.
    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.oldestUnsentEvent(for: sink, of: app, limit: limit) }
    }

    /// Returns the last entry of the audit log.
    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try await self.read { session in try session.auditHead() }
    }

    /// Appends an entry to the audit log, within its quota if it has one.
    package func append(
        _ draft: AuditDraft,
        within quota: BudgetName?
    ) async throws(RepositoryError) -> AuditEntry? {
        try await self.write { session in try session.append(draft, within: quota) }
    }

    /// Returns entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { session in try session.auditEntries(after: number, limit: limit) }
    }

    /// Throws unless a write reaches the disk now.
    package func probe() async throws(RepositoryError) {
        try await self.write { session in try session.run(.countProbe) }
    }
}

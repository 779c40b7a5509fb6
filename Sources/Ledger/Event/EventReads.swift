/// Reads event streams and what their sinks have not received.
package protocol EventReads {
    /// Returns whether an event stream has events to publish to a sink and is not leased.
    func hasDueStream(for sink: SinkName, of app: AppName, at now: Instant) throws -> Bool

    /// Returns the events of an event stream after a number, in order; numbers start at 0.
    func events(of stream: EventStream, after number: Int64, limit: Int) throws -> [Event]

    /// Returns the instant of the oldest event that a sink has not received, among at most a number of the next
    /// streams; `nil` where it has received all.
    ///
    /// Suspended streams are excluded.
    func oldestUnsentEvent(for sink: SinkName, of app: AppName, limit: Int) throws -> Instant?
}

/// Sets the sinks of events, and leases event streams to the workers that publish them.
package protocol EventWrites {
    /// Leases event streams with events to publish to a sink to one worker, earliest first.
    ///
    /// No other worker gets them before `until`, or before the worker returns them; after that instant the lease is
    /// invalid.
    func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> [EventStreamLease]

    /// Sets the sinks that receive events besides the webhook endpoints: each sink of an app receives every event from
    /// the next one after this call on.
    ///
    /// Sinks that are not named are deleted together with their unsent events.
    func setSinks(_ names: [SinkName], of app: AppName) throws

    /// Records that a sink received the events of a lease up to a number, and extends the lease until another instant.
    func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) throws
        -> EventStreamLease.Progress

    /// Returns an event stream without a failure, to be leased again at an instant.
    ///
    /// Does nothing when the lease is over.
    func putBack(_ lease: EventStreamLease, until: Instant) throws
}

extension Repository {
    /// Performs `leaseStreams` as one unit of work, after a read where nothing is due, so that nothing is written then.
    package func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [EventStreamLease] {
        guard try await self.read({ view in try view.hasDueStream(for: sink, of: app, at: now) }) else { return [] }
        return try await self.write { unit in
            try unit.leaseStreams(for: sink, of: app, at: now, until: until, limit: limit)
        }
    }
}

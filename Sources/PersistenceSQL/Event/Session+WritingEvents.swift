package import Ledger

extension Session {
    /// Adds to the number of an app's events; returns the position of the last one, and the latest instant of any.
    package func countEvents(
        _ count: Int,
        at now: Instant,
        app: Int64
    ) throws -> (lastPosition: Int64, latestAt: Instant) {
        if var events = try self.remembered(Self.appEvents, app) ?? nil {
            events.count += Int64(count)
            events.latestAt = max(events.latestAt, now)
            try self.saving { [events] group in
                group.loaded.appEvents.keep(events, for: app)
                group.put(.appEvents, [.integer(events.count), .instant(events.latestAt), .integer(app)])
            }
            return (events.count, events.latestAt)
        }
        let values: [SQLValue] = [.integer(Int64(count)), .instant(now), .integer(app)]
        let counted = try self.first(.events.countAppEvents, values) { row in
            (lastPosition: try row.integer(), latestAt: try row.instant())
        }
        guard let counted else { throw RepositoryError.corrupt }
        return counted
    }

    /// Locks the row of an event stream, adds to its count, and returns the number of its last event.
    package func countEvents(_ count: Int, in stream: EventStreamNumber) throws -> Int64 {
        let lookup = stream.isChain ? Self.chainEvents : Self.customerEvents
        if let known = try self.remembered(lookup, stream) ?? nil {
            try self.saving { group in
                group.loaded.eventCounts.keep(known + Int64(count), for: stream)
                if stream.isChain {
                    group.change(original: stream.counter)
                } else {
                    group.change(customer: stream.counter)
                }
            }
            return known + Int64(count)
        }
        let query: SQLStatement = stream.isChain ? .events.countChainEvents : .events.countCustomerEvents
        let values: [SQLValue] = [.integer(Int64(count)), .integer(stream.counter)]
        guard let last = try self.first(query, values, read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return last
    }

    /// The numbers of events of apps.
    static let appEvents = Lookup<Int64, AppEvents?>(.events.appEventCount, in: \.appEvents, none: nil) { events, row in
        events = AppEvents(count: try row.integer(), latestAt: try row.instant())
    }

    /// The numbers of events in the event streams of customers.
    static let customerEvents = Session.eventCounts(.sinks.customerEventCount)

    /// The numbers of events in the event streams of chains.
    static let chainEvents = Session.eventCounts(.sinks.chainEventCount)

    private static func eventCounts(_ query: SQLStatement) -> Lookup<EventStreamNumber, Int64?> {
        Lookup(query, in: \.eventCounts, none: nil) { count, row in
            count = try row.integer()
        }
    }

    /// Saves an event.
    package func insert(_ event: NumberedEvent, latestAt: Instant, on context: RecordingContext) throws {
        let (stream, number) = (SQLValue.integer(event.stream.rawValue), SQLValue.integer(event.number))
        try self.add(
            .event,
            [
                stream, number, .integer(event.draft.name.code), .instant(context.now), .optional(context.cause),
                .bytes(event.draft.body),
            ]
        )
        try self.add(
            .eventPosition,
            [.integer(context.scope.app), .integer(event.position), stream, number, .instant(latestAt)]
        )
    }

    /// Makes an event stream due for a sink from an event on, unless the sink waits for an earlier one.
    package func addPending(_ pending: PendingStream, from number: Int64, at position: Int64) throws {
        try self.add(.pendingStream, pending.key + [.integer(number), .integer(position)])
    }

    /// Returns the chains that are due, earliest first.
    package func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        try self.all(.events.dueChains, [.instant(now), .integer(Int64(limit))]) { row in
            DueChain(
                app: AppName(try row.text()),
                environment: try row.coded(StoreEnvironment.self),
                originalTransactionID: OriginalTransactionID(try row.identifier()),
                dueAt: try row.instant()
            )
        }
    }

    /// Returns when the next chain is due.
    package func nextChainDueAt() throws -> Instant? {
        try self.first(.events.nextChainDue, [.integer(.min)]) { row in try row.instant() }
    }
}

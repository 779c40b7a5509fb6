package import Ledger

extension Session {
    /// Returns the event streams of a sink that have failed or are suspended, after one of them.
    package func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) throws -> [WaitingEventStream] {
        guard let sink = try self.number(of: sink, of: app) else { return [] }
        var after = Int64.min
        if let stream {
            guard let number = try self.number(of: stream) else { return [] }
            after = number.rawValue
        }
        let values: [SQLValue] = [.integer(sink), .integer(after), .integer(Int64(limit))]
        let stored = try self.all(.sinks.waitingStreams, values) { row in
            let stream = EventStreamNumber(try row.integer())
            let nextNumber = try row.integer()
            let attempts = Int(try row.integer())
            let failingSince = try row.instant()
            guard let failure = try Self.failure(in: &row) else { throw RepositoryError.corrupt }
            return (
                stream: stream, nextNumber: nextNumber, attempts: attempts, failingSince: failingSince,
                failure: failure,
                dueAt: try row.optionalInstant(), suspendedAt: try row.optionalInstant()
            )
        }
        return try stored.map { stored in
            WaitingEventStream(
                stream: try self.stream(stored.stream, app: app),
                nextNumber: stored.nextNumber,
                attempts: stored.attempts,
                failingSince: stored.failingSince,
                failure: stored.failure,
                dueAt: stored.dueAt,
                suspendedAt: stored.suspendedAt
            )
        }
    }

    /// Returns how many event streams of a sink have something to publish.
    package func waitingCounts(of sink: SinkName, app: AppName) throws -> WaitingCounts {
        guard let sink = try self.number(of: sink, of: app) else { return WaitingCounts(streams: 0, suspended: 0) }
        let values: [SQLValue] = [.integer(sink), .integer(Int64(WaitingCounts.maximum))]
        return WaitingCounts(
            streams: Int(try self.first(.sinks.waitingCount, values) { row in try row.integer() } ?? 0),
            suspended: Int(try self.first(.sinks.suspendedCount, values) { row in try row.integer() } ?? 0)
        )
    }

    /// Makes a failed event stream due at once.
    package func retry(_ stream: EventStream, of sink: SinkName, app: AppName) throws -> Bool {
        guard let key = try self.pendingStream(stream, of: sink)?.key else { return false }
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        return try self.change(.sinks.retryStream, key) > 0
    }

    /// Makes failed event streams due at once.
    package func retryStreams(of sink: SinkName, app: AppName, withSuspended: Bool, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        return try self.change(
            .sinks.retryStreams,
            [.integer(sink), .integer(sink), .flag(withSuspended), .integer(Int64(limit))]
        )
    }

    /// Makes the event streams due at once that failed because no answer came.
    package func recoverStreams(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        return try self.change(.sinks.recoverStreams, [.integer(sink), .integer(sink), .integer(Int64(limit))])
    }

    /// Deletes a part of what a sink has not received.
    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        return try self.change(.sinks.forgetPending, [.integer(sink), .integer(sink), .integer(Int64(limit))])
    }

    /// Skips the next event of an event stream, and returns whether it did.
    package func skipEvent(in pending: PendingStream, at now: Instant) throws -> Bool {
        try self.change(.sinks.skipEvent, pending.key + [.instant(now)]) > 0
    }

    /// Returns the number of the first event of an event stream that a sink has not received.
    package func pendingNumber(of stream: EventStream, _ sink: SinkName, app: AppName) throws -> Int64? {
        try self.pendingStream(stream, of: sink).flatMap { try self.pendingEvents(in: $0)?.next }
    }

    /// Returns the events of an event stream that a sink must receive.
    package func pendingEvents(in pending: PendingStream) throws -> EventStreamReplay? {
        try self.first(.sinks.pendingStream, pending.key) { row in
            EventStreamReplay(
                next: try row.integer(),
                through: try row.optionalInteger(),
                resume: try row.optionalInteger()
            )
        }
    }

    /// Saves which events of an event stream a sink must receive once more.
    package func put(_ replay: EventStreamReplay, in pending: PendingStream) throws {
        let values: [SQLValue] = [.integer(replay.next), .optional(replay.through), .optional(replay.resume)]
        try self.run(.sinks.putReplay, pending.key + values)
    }

    /// Returns the numbers of the events at these positions of an app, in order.
    package func eventNumbers(
        at positions: ClosedRange<Int64>,
        app: Int64
    ) throws -> [(stream: EventStreamNumber, number: Int64)] {
        let values: [SQLValue] = [
            .integer(app), .integer(positions.lowerBound), .integer(positions.upperBound),
        ]
        return try self.all(.events.positionsOfApp, values) { row in
            (stream: EventStreamNumber(try row.integer()), number: try row.integer())
        }
    }

    /// Returns the number of events in an event stream.
    package func eventCount(of stream: EventStreamNumber) throws -> Int64 {
        let query: SQLStatement = stream.isChain ? .sinks.chainEventCount : .sinks.customerEventCount
        return try self.first(query, [.integer(stream.counter)]) { row in try row.integer() } ?? 0
    }
}

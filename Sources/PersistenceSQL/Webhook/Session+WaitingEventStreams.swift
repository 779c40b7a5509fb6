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
        guard let key = try self.key(of: stream, sink) else { return false }
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

    /// Skips the first event of an event stream that has not arrived.
    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) throws -> Bool {
        guard let key = try self.key(of: stream, sink) else { return false }
        guard let stored = try self.pendingStream(key), stored.next == number else { return false }
        guard try self.change(.sinks.skipEvent, key + [.instant(now)]) > 0 else { return false }
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        _ = try self.goOn(from: stored.next + 1, through: stored.through, resume: stored.resume, key)
        return true
    }

    /// Returns the number of the first event of an event stream that a sink has not received.
    package func pendingNumber(of stream: EventStream, _ sink: SinkName, app: AppName) throws -> Int64? {
        try self.key(of: stream, sink).flatMap { try self.pendingStream($0)?.next }
    }

    /// Continues the replay of an endpoint.
    package func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) throws -> Int {
        let step = try self.changeWebhooks(of: app) { endpoints -> ClosedRange<Int64>? in
            guard let position = endpoints.firstIndex(where: { $0.id == webhook }),
                let step = endpoints[position].replay?.step(limit)
            else { return nil }
            endpoints[position].replay = step.rest
            return step.positions
        }
        return try step.map { try self.replay($0, to: SinkName(webhook.rawValue), app: app) } ?? 0
    }

    private func replay(_ positions: ClosedRange<Int64>, to sink: SinkName, app: AppName) throws -> Int {
        guard let number = try self.knownApp(app), let sink = try self.number(of: sink, of: app) else { return 0 }
        let values: [SQLValue] = [
            .integer(number), .integer(positions.lowerBound), .integer(positions.upperBound),
        ]
        let events = try self.all(.events.positionsOfApp, values) { row in
            (stream: EventStreamNumber(try row.integer()), number: try row.integer())
        }
        // Within an event stream, the numbers increase with the positions.
        let streams = Dictionary(events.map { ($0.stream, $0.number...$0.number) }) { first, next in
            first.lowerBound...next.upperBound
        }
        for (stream, numbers) in streams {
            let key: [SQLValue] = [.integer(sink), .integer(stream.rawValue)]
            let published: EventStreamReplay
            if let stored = try self.pendingStream(key) {
                published = EventStreamReplay(next: stored.next, through: stored.through, resume: stored.resume)
            } else {
                published = EventStreamReplay(next: try self.eventCount(of: stream) + 1, through: nil, resume: nil)
            }
            guard let wanted = published.with(numbers) else { continue }
            self.note(.eventStreams, dueAt: DueWork.atOnce)
            try self.run(
                .sinks.putReplay,
                key + [.integer(wanted.next), .optional(wanted.through), .optional(wanted.resume)]
            )
        }
        return positions.count
    }

    private func pendingStream(_ key: [SQLValue]) throws -> (next: Int64, through: Int64?, resume: Int64?)? {
        try self.first(.sinks.pendingStream, key) { row in
            (next: try row.integer(), through: try row.optionalInteger(), resume: try row.optionalInteger())
        }
    }

    private func eventCount(of stream: EventStreamNumber) throws -> Int64 {
        let query: SQLStatement = stream.isChain ? .sinks.chainEventCount : .sinks.customerEventCount
        return try self.first(query, [.integer(stream.row)]) { row in try row.integer() } ?? 0
    }
}

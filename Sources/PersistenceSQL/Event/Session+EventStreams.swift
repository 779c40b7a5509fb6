package import Ledger

extension Session {
    /// Returns the events of an event stream after a number.
    package func events(of stream: EventStream, after number: Int64, limit: Int) throws -> [Event] {
        guard let streamNumber = try self.number(of: stream) else { return [] }
        let values: [SQLValue] = [.integer(streamNumber.rawValue), .integer(number), .integer(Int64(limit))]
        return try self.all(.events.eventsOfStream, values) { row in
            Event(
                stream: stream,
                number: try row.integer(),
                name: try row.coded(EventName.self),
                occurredAt: try row.instant(),
                cause: try row.optionalDigest(),
                body: try row.bytes()
            )
        }
    }

    /// Returns whether any event stream is due.
    package func hasDueStream(for sink: SinkName, of app: AppName, at now: Instant) throws -> Bool {
        guard let sink = try self.number(of: sink, of: app) else { return false }
        let values: [SQLValue] = [.integer(sink), .instant(now), .integer(1)]
        return try self.first(.sinks.pendingStreams, values) { _ in true } ?? false
    }

    /// Returns when the oldest event occurred that a sink has not received, among the next due event streams.
    package func oldestUnsentEvent(for sink: SinkName, of app: AppName, limit: Int) throws -> Instant? {
        guard let sink = try self.number(of: sink, of: app) else { return nil }
        let values: [SQLValue] = [.integer(sink), .integer(Int64(limit))]
        return try self.first(.sinks.oldestUnsentEvent, values) { row in try row.optionalInstant() } ?? nil
    }

    /// Leases due event streams to one worker.
    package func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> [EventStreamLease] {
        guard let sinkNumber = try self.number(of: sink, of: app) else { return [] }
        let values: [SQLValue] = [.integer(sinkNumber), .instant(now), .integer(Int64(limit))]
        let pending = try self.all(.sinks.pendingStreams, values) { row in
            (
                stream: EventStreamNumber(try row.integer()), nextNumber: try row.integer(),
                through: try row.optionalInteger(),
                attempts: Int(try row.integer()), failingSince: try row.optionalInstant()
            )
        }
        guard !pending.isEmpty else { return [] }
        let number = try self.nextLeaseNumber()
        return try pending.map { stored in
            let key = PendingStream(sink: sinkNumber, stream: stored.stream).key
            try self.run(.sinks.lease, [.instant(until), .integer(number)] + key)
            return EventStreamLease(
                sink: sink,
                stream: try self.stream(stored.stream, app: app),
                nextNumber: stored.nextNumber,
                through: stored.through,
                attempts: stored.attempts,
                failingSince: stored.failingSince,
                number: number
            )
        }
    }

    /// Saves that a sink received all events of a leased event stream, if this one is the last; returns whether it did.
    package func finish(_ pending: PendingStream, through number: Int64, lease: Int64) throws -> Bool {
        let values = pending.key + [.integer(lease), .integer(pending.stream.rawValue), .integer(number)]
        return try self.change(.sinks.finishPublishedStream, values) > 0
    }

    /// Saves that a sink received all events of an event stream.
    package func finish(_ pending: PendingStream) throws { try self.run(.sinks.finishStream, pending.key) }

    /// Saves the next event of a leased event stream without its failures, and extends the lease.
    package func acknowledge(
        _ pending: PendingStream,
        next: Int64,
        until: Instant,
        lease: Int64
    ) throws -> EventStreamReplay? {
        let values: [SQLValue] = [.integer(next), .instant(until)]
        return try self.first(.sinks.acknowledge, values + pending.key + [.integer(lease)]) { row in
            EventStreamReplay(next: next, through: try row.optionalInteger(), resume: try row.optionalInteger())
        }
    }

    /// Saves that a sink has received the replayed events, so that it continues where the replay began.
    package func endReplay(in pending: PendingStream) throws { try self.run(.sinks.resumeStream, pending.key) }

    /// Returns whether an event stream has an event after a number.
    package func hasEvent(in stream: EventStreamNumber, after number: Int64) throws -> Bool {
        let values: [SQLValue] = [.integer(stream.rawValue), .integer(number)]
        return try self.first(.events.hasEventAfter, values, read: { _ in true }) ?? false
    }

    /// Returns an event stream that has not failed, to be leased again later.
    package func putBack(_ lease: EventStreamLease, until: Instant) throws {
        guard let key = try self.pendingStream(lease.stream, of: lease.sink)?.key else { return }
        try self.run(.sinks.putBack, [.instant(until)] + key + [.integer(lease.number)])
        self.note(.eventStreams, dueAt: until)
    }

    /// Returns an event stream that failed, to be leased again later, or suspends it.
    package func putBack(_ lease: EventStreamLease, until: Instant?, after failure: DeliveryFailure) throws {
        guard let key = try self.pendingStream(lease.stream, of: lease.sink)?.key else { return }
        let values: [SQLValue] = [
            .instant(until), .instant(until == nil ? failure.at : nil), .instant(failure.at), .text(failure.code),
            .optional(failure.status.map(Int64.init)), .instant(failure.at),
        ]
        try self.run(.sinks.putBackFailed, values + key + [.integer(lease.number)])
        self.note(.eventStreams, dueAt: until)
    }

    /// Returns a sink's place in an event stream; `nil` where the sink or the event stream is not known.
    package func pendingStream(_ stream: EventStream, of sink: SinkName) throws -> PendingStream? {
        guard let sink = try self.number(of: sink, of: stream.app), let stream = try self.number(of: stream) else {
            return nil
        }
        return PendingStream(sink: sink, stream: stream)
    }

    /// Returns the number of an event stream, or `nil` when it is not known.
    func number(of stream: EventStream) throws -> EventStreamNumber? {
        switch stream.subject {
        case .customer(let customer):
            guard let app = try self.knownApp(stream.app) else { return nil }
            return try self.knownCustomer(customer, app: app).map(EventStreamNumber.init(customer:))
        case .chain(let environment, let id):
            guard let scope = try self.knownScope(ScopeName(app: stream.app, environment: environment)) else {
                return nil
            }
            return try self.original(id, scope: scope).map { EventStreamNumber(original: $0.number) }
        case .notification(let digest):
            guard let app = try self.knownApp(stream.app) else { return nil }
            let position = try self.first(.evidence.evidencePosition, [.integer(app), .bytes(digest.bytes)]) { row in
                try row.integer()
            }
            return position.map(EventStreamNumber.init(notification:))
        }
    }

    /// Returns the event stream with a number.
    func stream(_ number: EventStreamNumber, app: AppName) throws -> EventStream {
        if let position = number.notification {
            let digest = try self.first(.events.notificationDigest, [.integer(position)]) { row in try row.digest() }
            guard let digest else { throw RepositoryError.corrupt }
            return EventStream(app: app, subject: .notification(digest))
        }
        guard number.isChain else {
            return EventStream(app: app, subject: .customer(try self.customer(number.counter)))
        }
        let found = try self.first(.events.originalName, [.integer(number.counter)]) { row in
            EventStream.Subject.chain(try row.coded(StoreEnvironment.self), OriginalTransactionID(try row.identifier()))
        }
        guard let found else { throw RepositoryError.corrupt }
        return EventStream(app: app, subject: found)
    }
}

extension PendingStream {
    /// The key values of its row.
    var key: [SQLValue] { [.integer(self.sink), .integer(self.stream.rawValue)] }
}

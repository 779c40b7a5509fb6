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
        guard let number = try self.first(.sinks.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return try pending.map { stored in
            let key: [SQLValue] = [.integer(sinkNumber), .integer(stored.stream.rawValue)]
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

    /// Records which events a sink received.
    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) throws -> EventStreamLease.Progress {
        guard let key = try self.key(of: lease) else { return .lost }
        // In most cases that was everything, and one statement is enough.
        let last = key + [.integer(lease.number), key[1], .integer(number)]
        if try self.change(.sinks.finishPublishedStream, last) > 0 { return .done }
        let values: [SQLValue] = [.integer(number + 1), .instant(until)]
        let replay = try self.first(.sinks.acknowledge, values + key + [.integer(lease.number)]) { row in
            (through: try row.optionalInteger(), resume: try row.optionalInteger())
        }
        guard let replay else { return .lost }
        self.note(.eventStreams, dueAt: until)
        return try self.goOn(from: number + 1, through: replay.through, resume: replay.resume, key)
    }

    /// Continues an event stream: moves from replayed to new events, and removes it when none are left.
    func goOn(
        from number: Int64,
        through: Int64?,
        resume: Int64?,
        _ key: [SQLValue]
    ) throws -> EventStreamLease.Progress {
        if let through, number <= through { return .more(from: number, through: through) }
        if resume != nil { try self.run(.sinks.resumeStream, key) }
        let next = resume ?? number
        if try self.first(.events.hasEventAfter, [key[1], .integer(next - 1)], read: { _ in true }) != nil {
            return .more(from: next, through: nil)
        }
        try self.run(.sinks.finishStream, key)
        return .done
    }

    /// Returns an event stream that has not failed, to be leased again later.
    package func putBack(_ lease: EventStreamLease, until: Instant) throws {
        guard let key = try self.key(of: lease) else { return }
        try self.run(.sinks.putBack, [.instant(until)] + key + [.integer(lease.number)])
        self.note(.eventStreams, dueAt: until)
    }

    /// Returns an event stream that failed, to be leased again later, or suspends it.
    package func putBack(_ lease: EventStreamLease, until: Instant?, after failure: DeliveryFailure) throws {
        guard let key = try self.key(of: lease) else { return }
        let values: [SQLValue] = [
            .instant(until), .instant(until == nil ? failure.at : nil), .instant(failure.at), .text(failure.code),
            .optional(failure.status.map(Int64.init)), .instant(failure.at),
        ]
        try self.run(.sinks.putBackFailed, values + key + [.integer(lease.number)])
        self.note(.eventStreams, dueAt: until)
    }

    /// Returns the key values of a pending event stream: sink and event stream.
    private func key(of lease: EventStreamLease) throws -> [SQLValue]? {
        try self.key(of: lease.stream, lease.sink)
    }

    /// Returns the key values of a pending event stream: sink and event stream.
    func key(of stream: EventStream, _ sink: SinkName) throws -> [SQLValue]? {
        guard let sink = try self.number(of: sink, of: stream.app), let stream = try self.number(of: stream) else {
            return nil
        }
        return [.integer(sink), .integer(stream.rawValue)]
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
            return EventStream(app: app, subject: .customer(try self.customer(number.row)))
        }
        let found = try self.first(.events.originalName, [.integer(number.row)]) { row in
            EventStream.Subject.chain(try row.coded(StoreEnvironment.self), OriginalTransactionID(try row.identifier()))
        }
        guard let found else { throw RepositoryError.corrupt }
        return EventStream(app: app, subject: found)
    }
}

/// The number of an event stream: that of the row which counts its events, and a lowest bit that distinguishes
/// customers and chains.
struct EventStreamNumber: Hashable {
    /// The number in the database.
    let rawValue: Int64

    /// Creates the number from its value in the database.
    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The event stream of a customer.
    init(customer: Int64) {
        self.rawValue = customer << 1
    }

    /// Creates the number of the event stream of a chain, by the original that represents it.
    init(original: Int64) {
        self.rawValue = original << 1 | 1
    }

    /// Creates the number of the event stream of a relayed notification, by the position of its evidence; it is
    /// negative.
    init(notification position: Int64) {
        self.rawValue = -position
    }

    /// The position of the notification's evidence, if this is the event stream of a notification.
    var notification: Int64? { self.rawValue < 0 ? -self.rawValue : nil }

    /// The row that counts its events: a customer's, or an original's.
    var row: Int64 { self.rawValue >> 1 }

    /// Whether it is the event stream of a chain.
    var isChain: Bool { self.rawValue & 1 == 1 }
}

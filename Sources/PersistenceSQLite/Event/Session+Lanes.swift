import Ledger

extension Session {
    /// The events of a lane after a number.
    func events(of lane: Lane, after number: Int64, limit: Int) throws -> [Event] {
        guard let laneNumber = try self.number(of: lane) else { return [] }
        let values: [SQLValue] = [.integer(laneNumber.rawValue), .integer(number), .integer(Int64(limit))]
        return try self.all(.eventsOfLane, values) { row in
            Event(
                lane: lane,
                number: try row.integer(),
                name: try row.coded(EventName.self),
                occurredAt: try row.instant(),
                cause: try row.optionalDigest(),
                body: try row.bytes()
            )
        }
    }

    /// Everybody in an app who is told.
    ///
    /// Only the writer's session may ask: it is the one whose memory forgets when that changes.
    func sinks(of app: Int64) throws -> [StoredSink] {
        try self.vocabulary.sinks(of: app) { try self.storedSinks(of: app) }
    }

    private func storedSinks(of app: Int64) throws -> [StoredSink] {
        try self.all(.sinks, [.integer(app)]) { row in
            StoredSink(number: try row.integer(), name: SinkName(try row.text()))
        }
    }

    /// Makes these and no others the sinks of an app.
    func setSinks(_ names: [SinkName], of app: AppName) throws {
        let app = try self.app(app)
        let known = try self.storedSinks(of: app)
        self.vocabulary.forgetSinks()
        for sink in known where !names.contains(sink.name) {
            try self.run(.deletePending, [.integer(sink.number)])
            try self.run(.deleteSink, [.integer(sink.number)])
        }
        for name in Set(names).sorted() where !known.contains(where: { $0.name == name }) {
            try self.run(.insertSink, [.integer(app), .text(name.rawValue)])
        }
    }

    /// Leases lanes that are due to one worker.
    func leaseLanes(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws
        -> [LaneLease]
    {
        guard let sinkNumber = try self.number(of: sink, of: app) else { return [] }
        let values: [SQLValue] = [.integer(sinkNumber), .instant(now), .integer(Int64(limit))]
        let pending = try self.all(.pendingLanes, values) { row in
            (lane: LaneNumber(try row.integer()), nextNumber: try row.integer())
        }
        guard !pending.isEmpty else { return [] }
        guard let number = try self.first(.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return try pending.map { lane, nextNumber in
            let key: [SQLValue] = [.integer(sinkNumber), .integer(lane.rawValue)]
            try self.run(.lease, [.instant(until), .integer(number)] + key)
            return LaneLease(sink: sink, lane: try self.lane(lane, app: app), nextNumber: nextNumber, number: number)
        }
    }

    /// Takes note of what a sink was told.
    func acknowledge(_ lease: LaneLease, through number: Int64, until: Instant) throws -> LaneLease.Progress {
        guard let key = try self.key(of: lease) else { return .lost }
        guard try self.change(.acknowledge, [.integer(number + 1), .instant(until)] + key) > 0 else { return .lost }
        if try self.first(.hasEventAfter, [key[1], .integer(number)], read: { _ in true }) != nil { return .more }
        try self.run(.finishLane, key)
        return .done
    }

    /// Puts a lane back.
    func putBack(_ lease: LaneLease, until: Instant) throws {
        guard let key = try self.key(of: lease) else { return }
        try self.run(.putBack, [.instant(until)] + key)
    }

    /// The values that a pending lane is found by while a lease lasts: sink, lane, lease.
    private func key(of lease: LaneLease) throws -> [SQLValue]? {
        guard let sink = try self.number(of: lease.sink, of: lease.lane.app), let lane = try self.number(of: lease.lane)
        else { return nil }
        return [.integer(sink), .integer(lane.rawValue), .integer(lease.number)]
    }

    private func number(of sink: SinkName, of app: AppName) throws -> Int64? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.sinks(of: app).first { $0.name == sink }?.number
    }

    private func number(of lane: Lane) throws -> LaneNumber? {
        switch lane.subject {
        case .customer(let customer):
            guard let app = try self.knownApp(lane.app) else { return nil }
            return try self.knownCustomer(customer, app: app).map(LaneNumber.init(customer:))
        case .chain(let environment, let id):
            guard let scope = try self.knownScope(ScopeName(app: lane.app, environment: environment)) else {
                return nil
            }
            return try self.original(id, scope: scope).map { LaneNumber(original: $0.number) }
        }
    }

    private func lane(_ number: LaneNumber, app: AppName) throws -> Lane {
        guard number.isChain else {
            return Lane(app: app, subject: .customer(try self.customer(number.row)))
        }
        let found = try self.first(.originalName, [.integer(number.row)]) { row in
            Lane.Subject.chain(try row.coded(StoreEnvironment.self), OriginalTransactionID(try row.identifier()))
        }
        guard let found else { throw RepositoryError.corrupt }
        return Lane(app: app, subject: found)
    }
}

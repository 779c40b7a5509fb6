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

    /// Whether any lane is due.
    func hasDueLane(for sink: SinkName, of app: AppName, at now: Instant) throws -> Bool {
        guard let sink = try self.number(of: sink, of: app) else { return false }
        let values: [SQLValue] = [.integer(sink), .instant(now), .integer(1)]
        return try self.first(.pendingLanes, values) { _ in true } ?? false
    }

    /// When the oldest event occurred that a sink has not received, among the lanes that are next.
    func oldestUnsentEvent(for sink: SinkName, of app: AppName, limit: Int) throws -> Instant? {
        guard let sink = try self.number(of: sink, of: app) else { return nil }
        let values: [SQLValue] = [.integer(sink), .integer(Int64(limit))]
        return try self.first(.oldestUnsentEvent, values) { row in try row.optionalInstant() } ?? nil
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
            (
                lane: LaneNumber(try row.integer()), nextNumber: try row.integer(), through: try row.optionalInteger(),
                attempts: Int(try row.integer()), failingSince: try row.optionalInstant()
            )
        }
        guard !pending.isEmpty else { return [] }
        guard let number = try self.first(.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return try pending.map { stored in
            let key: [SQLValue] = [.integer(sinkNumber), .integer(stored.lane.rawValue)]
            try self.run(.lease, [.instant(until), .integer(number)] + key)
            return LaneLease(
                sink: sink,
                lane: try self.lane(stored.lane, app: app),
                nextNumber: stored.nextNumber,
                through: stored.through,
                attempts: stored.attempts,
                failingSince: stored.failingSince,
                number: number
            )
        }
    }

    /// Takes note of what a sink was told.
    func acknowledge(_ lease: LaneLease, through number: Int64, until: Instant) throws -> LaneLease.Progress {
        guard let key = try self.key(of: lease) else { return .lost }
        // Mostly that was all, and then one statement is enough.
        let last = key + [.integer(lease.number), key[1], .integer(number)]
        if try self.change(.finishToldLane, last) > 0 { return .done }
        let values: [SQLValue] = [.integer(number + 1), .instant(until)]
        let replay = try self.first(.acknowledge, values + key + [.integer(lease.number)]) { row in
            (through: try row.optionalInteger(), resume: try row.optionalInteger())
        }
        guard let replay else { return .lost }
        return try self.goOn(from: number + 1, through: replay.through, resume: replay.resume, key)
    }

    /// Goes on with a lane: leaves what is told again for what is new, and ends when nothing is left.
    func goOn(from number: Int64, through: Int64?, resume: Int64?, _ key: [SQLValue]) throws -> LaneLease.Progress {
        if let through, number <= through { return .more(from: number, through: through) }
        if resume != nil { try self.run(.resumeLane, key) }
        let next = resume ?? number
        if try self.first(.hasEventAfter, [key[1], .integer(next - 1)], read: { _ in true }) != nil {
            return .more(from: next, through: nil)
        }
        try self.run(.finishLane, key)
        return .done
    }

    /// Puts a lane back that has not failed.
    func putBack(_ lease: LaneLease, until: Instant) throws {
        guard let key = try self.key(of: lease) else { return }
        try self.run(.putBack, [.instant(until)] + key + [.integer(lease.number)])
    }

    /// Puts a lane back that failed, or parks it.
    func putBack(_ lease: LaneLease, until: Instant?, after failure: DeliveryFailure) throws {
        guard let key = try self.key(of: lease) else { return }
        let values: [SQLValue] = [
            .instant(until), .instant(until == nil ? failure.at : nil), .instant(failure.at), .text(failure.code),
            .optional(failure.status.map(Int64.init)), .instant(failure.at),
        ]
        try self.run(.putBackFailed, values + key + [.integer(lease.number)])
    }

    /// The values that a pending lane is found by: sink and lane.
    private func key(of lease: LaneLease) throws -> [SQLValue]? {
        try self.key(of: lease.lane, lease.sink)
    }

    /// The values that a pending lane is found by: sink and lane.
    func key(of lane: Lane, _ sink: SinkName) throws -> [SQLValue]? {
        guard let sink = try self.number(of: sink, of: lane.app), let lane = try self.number(of: lane) else {
            return nil
        }
        return [.integer(sink), .integer(lane.rawValue)]
    }

    /// The number of a lane, or `nil` when nothing of it is known.
    func number(of lane: Lane) throws -> LaneNumber? {
        switch lane.subject {
        case .customer(let customer):
            guard let app = try self.knownApp(lane.app) else { return nil }
            return try self.knownCustomer(customer, app: app).map(LaneNumber.init(customer:))
        case .chain(let environment, let id):
            guard let scope = try self.knownScope(ScopeName(app: lane.app, environment: environment)) else {
                return nil
            }
            return try self.original(id, scope: scope).map { LaneNumber(original: $0.number) }
        case .notification(let digest):
            guard let app = try self.knownApp(lane.app) else { return nil }
            let position = try self.first(.evidencePosition, [.integer(app), .bytes(digest.bytes)]) { row in
                try row.integer()
            }
            return position.map(LaneNumber.init(notification:))
        }
    }

    /// The lane that a number stands for.
    func lane(_ number: LaneNumber, app: AppName) throws -> Lane {
        if let position = number.notification {
            let digest = try self.first(.notificationDigest, [.integer(position)]) { row in try row.digest() }
            guard let digest else { throw RepositoryError.corrupt }
            return Lane(app: app, subject: .notification(digest))
        }
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

/// The number of a lane: that of the row which counts its events, told apart by its lowest bit.
struct LaneNumber: Hashable {
    /// The number in the database.
    let rawValue: Int64

    /// The lane of a number in the database.
    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The lane of a customer.
    init(customer: Int64) {
        self.rawValue = customer << 1
    }

    /// The lane of the chain that an original stands for.
    init(original: Int64) {
        self.rawValue = original << 1 | 1
    }

    /// The lane of a notification that is passed on, by the position of its evidence; such a lane is negative.
    init(notification position: Int64) {
        self.rawValue = -position
    }

    /// The position of the notification's evidence, if it is the lane of one.
    var notification: Int64? { self.rawValue < 0 ? -self.rawValue : nil }

    /// The row that counts its events: a customer's, or an original's.
    var row: Int64 { self.rawValue >> 1 }

    /// Whether it is the lane of a chain.
    var isChain: Bool { self.rawValue & 1 == 1 }
}

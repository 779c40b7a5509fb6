import Ledger

extension Session {
    /// The lanes of a sink that have failed or are parked, after one of them.
    func waitingLanes(of sink: SinkName, app: AppName, after lane: Lane?, limit: Int) throws -> [WaitingLane] {
        guard let sink = try self.number(of: sink, of: app) else { return [] }
        var after = Int64.min
        if let lane {
            guard let number = try self.number(of: lane) else { return [] }
            after = number.rawValue
        }
        let values: [SQLValue] = [.integer(sink), .integer(after), .integer(Int64(limit))]
        let stored = try self.all(.waitingLanes, values) { row in
            let lane = LaneNumber(try row.integer())
            let nextNumber = try row.integer()
            let attempts = Int(try row.integer())
            let failingSince = try row.instant()
            guard let failure = try Self.failure(in: &row) else { throw RepositoryError.corrupt }
            return (
                lane: lane, nextNumber: nextNumber, attempts: attempts, failingSince: failingSince, failure: failure,
                dueAt: try row.optionalInstant(), parkedAt: try row.optionalInstant()
            )
        }
        return try stored.map { stored in
            WaitingLane(
                lane: try self.lane(stored.lane, app: app),
                nextNumber: stored.nextNumber,
                attempts: stored.attempts,
                failingSince: stored.failingSince,
                failure: stored.failure,
                dueAt: stored.dueAt,
                parkedAt: stored.parkedAt
            )
        }
    }

    /// How many lanes of a sink have something to tell.
    func waitingCounts(of sink: SinkName, app: AppName) throws -> WaitingCounts {
        guard let sink = try self.number(of: sink, of: app) else { return WaitingCounts(lanes: 0, parked: 0) }
        let values: [SQLValue] = [.integer(sink), .integer(Int64(WaitingCounts.maximum))]
        return WaitingCounts(
            lanes: Int(try self.first(.waitingCount, values) { row in try row.integer() } ?? 0),
            parked: Int(try self.first(.parkedCount, values) { row in try row.integer() } ?? 0)
        )
    }

    /// Makes a lane that has failed due at once.
    func release(_ lane: Lane, of sink: SinkName) throws -> Bool {
        guard let key = try self.key(of: lane, sink) else { return false }
        return try self.change(.releaseLane, key) > 0
    }

    /// Makes lanes that have failed due at once.
    func releaseLanes(of sink: SinkName, app: AppName, withParked: Bool, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        return try self.change(
            .releaseLanes,
            [.integer(sink), .integer(sink), .flag(withParked), .integer(Int64(limit))]
        )
    }

    /// Makes lanes due at once that failed for want of an answer.
    func recoverLanes(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        return try self.change(.recoverLanes, [.integer(sink), .integer(sink), .integer(Int64(limit))])
    }

    /// Forgets so much of what a sink has not been told.
    func forgetPending(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        guard let sink = try self.number(of: sink, of: app) else { return 0 }
        return try self.change(.forgetPending, [.integer(sink), .integer(sink), .integer(Int64(limit))])
    }

    /// Passes over the first event of a lane that has not arrived.
    func skip(_ lane: Lane, number: Int64, of sink: SinkName, at now: Instant) throws -> Bool {
        guard let key = try self.key(of: lane, sink) else { return false }
        guard let stored = try self.pendingLane(key), stored.next == number else { return false }
        guard try self.change(.skipEvent, key + [.instant(now)]) > 0 else { return false }
        _ = try self.goOn(from: stored.next + 1, through: stored.through, resume: stored.resume, key)
        return true
    }

    /// The number of the first event of a lane that a sink has not been told.
    func pendingNumber(of lane: Lane, _ sink: SinkName) throws -> Int64? {
        try self.key(of: lane, sink).flatMap { try self.pendingLane($0)?.next }
    }

    /// Goes on with what an endpoint is to be told once more.
    func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) throws -> Int {
        let step = try self.changeWebhooks(of: app) { endpoints -> ClosedRange<Int64>? in
            guard let place = endpoints.firstIndex(where: { $0.id == webhook }),
                let step = endpoints[place].replay?.step(limit)
            else { return nil }
            endpoints[place].replay = step.rest
            return step.places
        }
        return try step.map { try self.replay($0, to: SinkName(webhook.rawValue), app: app) } ?? 0
    }

    private func replay(_ positions: ClosedRange<Int64>, to sink: SinkName, app: AppName) throws -> Int {
        guard let number = try self.knownApp(app), let sink = try self.number(of: sink, of: app) else { return 0 }
        let values: [SQLValue] = [
            .integer(number), .integer(positions.lowerBound), .integer(positions.upperBound),
        ]
        let places = try self.all(.placesOfApp, values) { row in
            (lane: LaneNumber(try row.integer()), number: try row.integer())
        }
        // Of a lane the numbers follow one another as the places do.
        let lanes = Dictionary(places.map { ($0.lane, $0.number...$0.number) }) { first, next in
            first.lowerBound...next.upperBound
        }
        for (lane, numbers) in lanes {
            let key: [SQLValue] = [.integer(sink), .integer(lane.rawValue)]
            let told: LaneReplay
            if let stored = try self.pendingLane(key) {
                told = LaneReplay(next: stored.next, through: stored.through, resume: stored.resume)
            } else {
                told = LaneReplay(next: try self.eventCount(of: lane) + 1, through: nil, resume: nil)
            }
            guard let wanted = told.with(numbers) else { continue }
            try self.run(
                .putReplay,
                key + [.integer(wanted.next), .optional(wanted.through), .optional(wanted.resume)]
            )
        }
        return places.count
    }

    private func pendingLane(_ key: [SQLValue]) throws -> (next: Int64, through: Int64?, resume: Int64?)? {
        try self.first(.pendingLane, key) { row in
            (next: try row.integer(), through: try row.optionalInteger(), resume: try row.optionalInteger())
        }
    }

    private func eventCount(of lane: LaneNumber) throws -> Int64 {
        let query: Query = lane.isChain ? .chainEventCount : .customerEventCount
        return try self.first(query, [.integer(lane.row)]) { row in try row.integer() } ?? 0
    }
}

package import Ledger

extension Session {
    /// Returns events of an app in the order in which they were written.
    package func events(of app: AppName, after position: Int64, limit: Int) throws -> [PositionedEvent] {
        guard let number = try self.knownApp(app) else { return [] }
        let values: [SQLValue] = [.integer(number), .integer(position), .integer(Int64(limit))]
        let stored = try self.all(.events.eventsOfApp, values) { row in
            (
                position: try row.integer(), stream: EventStreamNumber(try row.integer()), number: try row.integer(),
                name: try row.coded(EventName.self), occurredAt: try row.instant(), cause: try row.optionalDigest(),
                body: try row.bytes()
            )
        }
        return try stored.map { stored in
            PositionedEvent(
                position: stored.position,
                event: Event(
                    stream: try self.stream(stored.stream, app: app),
                    number: stored.number,
                    name: stored.name,
                    occurredAt: stored.occurredAt,
                    cause: stored.cause,
                    body: stored.body
                )
            )
        }
    }

    /// Returns the position of an app's event that was written last, or 0.
    package func newestEventPosition(of app: AppName) throws -> Int64 {
        try self.first(.events.newestEventPosition, [.text(app.rawValue)]) { row in try row.integer() } ?? 0
    }

    /// Returns the position of the first event of an app with an instant or a later one.
    ///
    /// An event that time causes has an earlier instant than events written before it. So each position stores the
    /// latest instant up to it, which never decreases, and this method searches by halves.
    package func eventPosition(of app: AppName, at instant: Instant) throws -> Int64 {
        let newest = try self.newestEventPosition(of: app)
        guard let number = try self.knownApp(app), newest > 0 else { return 1 }
        var range = 1..<newest + 1
        while !range.isEmpty {
            let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
            let values: [SQLValue] = [.integer(number), .integer(middle)]
            let at = try self.first(.events.eventPositionInstant, values) { row in try row.instant() }
            guard let at else { throw RepositoryError.corrupt }
            range = at < instant ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

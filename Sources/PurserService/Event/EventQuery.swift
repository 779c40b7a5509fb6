package import Ledger

/// Reads the events of an app, newest first.
package struct EventQuery: Sendable {
    /// A page of events on one consistent view of the ledger.
    package struct Page: Sendable {
        /// The events that the filter includes, newest first.
        package fileprivate(set) var events: [Event] = []
        /// The position of the newest event that was not read; 0 after the oldest one.
        package fileprivate(set) var rest: Int64
    }

    /// The maximum number of events that are read for one page, including those that the filter excludes.
    private static let maximumLook: Int64 = 2000
    /// The maximum number of events that are read at once.
    private static let batch: Int64 = 500

    private let repository: any Repository

    /// Creates a query of a repository.
    package init(repository: any Repository) {
        self.repository = repository
    }

    /// Returns the position of the newest event of an app; 0 where it has none.
    package func newest(of app: AppName) async throws(RepositoryError) -> Int64 {
        try await self.repository.read { view in try view.newestEventPosition(of: app) }
    }

    /// Returns a page of the events of an app, newest first.
    ///
    /// With a filter, a page may have fewer events than the limit although older ones follow.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - last: The position at which the page begins; `nil` for the newest event.
    ///   - beginning: The instant of the oldest event, before whose position the list ends; `nil` for all.
    ///   - instant: The instant before which the events occurred; `nil` for all.
    ///   - filter: The events that the page includes.
    ///   - limit: The maximum number of events.
    /// - Returns: The page.
    /// - Throws: The reason why nothing could be read.
    package func page(
        of app: AppName,
        through last: Int64? = nil,
        since beginning: Instant? = nil,
        before instant: Instant? = nil,
        _ filter: EventFilter = EventFilter(),
        limit: Int
    ) async throws(RepositoryError) -> Page {
        try await self.repository.read { view in
            let newest = try view.newestEventPosition(of: app)
            var end = min(last ?? newest, newest)
            if let instant { end = min(end, try view.eventPosition(of: app, at: instant) - 1) }
            var floor: Int64 = 0
            if let beginning { floor = try view.eventPosition(of: app, at: beginning) - 1 }
            return try view.page(
                of: app,
                from: max(0, end),
                downTo: floor,
                filter,
                limit: limit,
                look: Self.maximumLook,
                batch: Self.batch
            )
        }
    }
}

extension ReadView {
    /// Returns a page of the events of an app from a position backwards, to those after another one.
    fileprivate func page(
        of app: AppName,
        from end: Int64,
        downTo floor: Int64,
        _ filter: EventFilter,
        limit: Int,
        look: Int64,
        batch: Int64
    ) throws -> EventQuery.Page {
        var page = EventQuery.Page(rest: end)
        let bound = max(floor, end - look)
        while page.events.count < limit, page.rest > bound {
            let count = filter.isOpen ? Int64(limit - page.events.count) : batch
            let begin = max(bound, page.rest - min(count, batch))
            let found = try self.events(of: app, after: begin, limit: Int(page.rest - begin))
            var rest = begin
            for positioned in found.reversed()
            where positioned.position <= page.rest && filter.includes(positioned.event) {
                guard page.events.count < limit else {
                    rest = positioned.position
                    break
                }
                page.events.append(positioned.event)
            }
            page.rest = rest
        }
        if page.rest <= floor { page.rest = 0 }
        return page
    }
}

extension Event {
    /// Whether the filter includes the event.
    package func passes(_ filter: WebhookFilter) -> Bool {
        self.environment.map { filter.admits(self.name.rawValue, in: $0) } ?? true
    }
}

package import Ledger
import Synchronization

/// What a server remembers of prices as long as it runs: which apps App Store Connect is asked about now, and by which
/// ids Apple knows their products.
package final class PriceMemory: Sendable {
    private struct Listed {
        let ids: [ProductID: String]
        let at: Instant
    }

    private struct State {
        var fetching: Set<AppName> = []
        var listed: [AppName: Listed] = [:]
    }

    /// How long Apple's ids are good for the further parts of a fetch.
    private static let term = Span.hours(1)

    private let state = Mutex(State())

    /// A memory without anything in it.
    package init() {}

    /// Begins to ask about an app; whoever has begun has to end it.
    ///
    /// - Returns: Whether nobody else asks about it.
    package func begin(_ app: AppName) -> Bool {
        self.state.withLock { $0.fetching.insert(app).inserted }
    }

    /// Ends to ask about an app.
    package func end(_ app: AppName) {
        self.state.withLock { _ = $0.fetching.remove(app) }
    }

    /// The ids of an app's products that an earlier part of a fetch found; `nil` where they are too old.
    func ids(of app: AppName, at now: Instant) -> [ProductID: String]? {
        self.state.withLock { state in
            guard let listed = state.listed[app], listed.at <= now, now - listed.at < Self.term else { return nil }
            return listed.ids
        }
    }

    /// Remembers the ids of an app's products.
    func keep(_ ids: [ProductID: String], of app: AppName, at now: Instant) {
        self.state.withLock { $0.listed[app] = Listed(ids: ids, at: now) }
    }
}

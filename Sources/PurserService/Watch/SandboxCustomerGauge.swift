package import Ledger
import Metrics
import Synchronization

/// Counts the customers whose Sandbox purchases were fulfilled in the last 30 days.
package final class SandboxCustomerGauge: MinuteGauge {
    /// The span of time that counts.
    package static let reach = Span.days(30)
    /// The interval between two counts; in between, the gauge repeats the last value.
    package static let interval = Span.minutes(10)

    private let repository: any Repository
    private let apps: [ServedApp]
    private let found = Mutex<[AppName: (count: Int, at: Instant)]>([:])

    /// Creates a gauge of these apps' customers.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps.filter(\.takesSandbox)
    }

    /// Measures and records; a value that cannot be read stays unknown.
    package func record(at now: Instant) async {
        for app in self.apps {
            guard let count = try? await self.count(of: app.name, at: now) else { continue }
            Gauge(label: "purser_sandbox_customers", dimensions: [("app", app.name.rawValue)]).record(count)
        }
    }

    /// Returns the number of customers, or the value of the last ten minutes.
    package func count(of app: AppName, at now: Instant) async throws(RepositoryError) -> Int {
        if let known = self.found.withLock({ $0[app] }), known.at <= now, now - known.at < Self.interval {
            return known.count
        }
        let count = try await self.repository.read { view in
            try view.sandboxCustomerCount(of: app, since: now - Self.reach)
        }
        self.found.withLock { $0[app] = (count, now) }
        return count
    }
}

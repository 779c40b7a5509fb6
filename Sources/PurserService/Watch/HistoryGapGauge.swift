package import Ledger
import Metrics

/// Measures the age of the instant up to which Apple's notification history was read completely.
package struct HistoryGapGauge: MinuteGauge {
    let repository: any Repository
    let apps: [ServedApp]

    /// Creates a gauge of these apps' histories.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps
    }

    /// Measures and records for apps whose history is read; the values of others stay unknown.
    package func record(at now: Instant) async {
        for app in self.apps {
            for environment in app.askable {
                guard let gap = try? await self.gap(of: app.name, environment, at: now) else { continue }
                Gauge(
                    label: "purser_history_gap_seconds",
                    dimensions: [("app", app.name.rawValue), ("environment", environment.rawValue)]
                ).record(Double(gap.milliseconds) / 1000)
            }
        }
    }

    /// Returns the age of that instant; `nil` where no reading was planned yet.
    package func gap(
        of app: AppName,
        _ environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Span? {
        let progress = try await self.repository.read { view in try view.history(of: app, environment: environment) }
        return progress.readThrough.map { max(.zero, now - $0) }
    }
}

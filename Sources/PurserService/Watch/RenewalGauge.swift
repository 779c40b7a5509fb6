package import Ledger
import Metrics

/// Compares the number of due renewals with the number whose result is known: the earliest sign of a failure.
///
/// An hour is evaluated one hour after its end, when Apple's notifications, their first repetition and the requests of
/// healing have had their time. Every statement of Apple's since the period ended counts as a result.
package struct RenewalGauge: MinuteGauge {
    /// The time after the end of an hour at which it is evaluated.
    package static let patience = Span.hours(1)
    /// The maximum number of subscriptions without a result that are read one by one; where there are more, these are a
    /// sample.
    package static let exampleCount = 100

    /// The number of due renewals, and of those whose result is known.
    package struct Count: Hashable, Sendable {
        /// The number of due renewals.
        package let due: Int
        /// The number of due renewals whose result is known.
        package let seen: Int
    }

    let repository: any Repository
    let apps: [ServedApp]

    /// Creates a gauge of these apps' renewals.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps
    }

    /// Measures and records; a value that cannot be read stays unknown.
    package func record(at now: Instant) async {
        for app in self.apps {
            for environment in app.storeEnvironments {
                guard let count = try? await self.count(of: app, environment, at: now) else { continue }
                let dimensions = [("app", app.name.rawValue), ("environment", environment.rawValue)]
                Gauge(label: "purser_renewals_due", dimensions: dimensions).record(count.due)
                Gauge(label: "purser_renewals_seen", dimensions: dimensions).record(count.seen)
            }
        }
    }

    /// Returns the counts of the hour that ended an hour ago.
    package func count(
        of app: ServedApp,
        _ environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Count {
        let end = now - Self.patience
        let (periods, chains) = try await self.repository.read { view in
            let periods = try view.periods(
                endedWithin: (end - .hours(1))..<end,
                of: app.name,
                environment: environment,
                limit: Self.exampleCount
            )
            let chains = try periods.examples.compactMap { example in
                try view.chain(of: TransactionID(example.rawValue), app: app.name, environment: environment)?.chain
            }
            return (periods, chains)
        }
        var missing = 0
        var renewed = 0
        for chain in chains {
            switch chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy).phase {
            case .overdue, .expired(isConfirmed: false), .unknown: missing += 1
            // The app has shown the renewal, which counts if it was charged.
            case .active: renewed += 1
            case .grace, .retry, .expired(isConfirmed: true), .revoked: break
            }
        }
        let looked = max(1, periods.examples.count)
        let silent = periods.silent - renewed * periods.silent / looked
        let due = periods.renewed + periods.heard + silent
        return Count(due: due, seen: due - missing * periods.silent / looked)
    }
}

package import Ledger
import Metrics

/// Counts renewals that were due against those that were heard of: the earliest sign that something is broken.
///
/// An hour is looked at once it has been over for an hour, which Apple's notifications, their first repetition and the
/// questions of healing have had by then. What Apple has said since the period ended counts as heard, whatever it says.
package struct RenewalGauge: MinuteGauge {
    /// How long an hour is over before it is looked at.
    package static let patience = Span.hours(1)
    /// The most silent subscriptions that are looked at one by one; where there are more, these speak for all.
    package static let exampleCount = 100

    /// How many were due, and of how many of them something was heard.
    package struct Count: Hashable, Sendable {
        /// How many were due.
        package let due: Int
        /// Of how many of them something was heard.
        package let seen: Int
    }

    let repository: any Repository
    let apps: [ServedApp]

    /// A gauge of these apps' renewals.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps
    }

    /// Measures and records; what cannot be read stays unknown.
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

    /// Counts the renewals of the hour that ended an hour ago.
    package func count(
        of app: ServedApp,
        _ environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Count {
        let end = now - Self.patience
        let periods = try await self.repository.periods(
            endedWithin: (end - .hours(1))..<end,
            of: app.name,
            environment: environment,
            limit: Self.exampleCount
        )
        var missing = 0
        var renewed = 0
        for example in periods.examples {
            let transaction = TransactionID(example.rawValue)
            let owned = try await self.repository.chain(of: transaction, app: app.name, environment: environment)
            guard let chain = owned?.chain else { continue }
            switch chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy).phase {
            case .overdue, .expired(isConfirmed: false), .unknown: missing += 1
            // The app has shown the renewal, which counts where it was charged.
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

package import AppStore
package import Ledger
import Metrics
import Synchronization

/// The rate budget that all nodes of a server share, stored in the database, so that it survives a restart.
///
/// Each permit is one small transaction, which shares a commit with other writes of that moment. The arithmetic is
/// AppStore's `RequestBucket`; the ledger stores its one number.
package struct SharedRequestBudget: RequestBudget {
    let repository: any Repository
    let app: AppName

    /// Creates the budget of an app.
    package init(repository: any Repository, app: AppName) {
        self.repository = repository
        self.app = app
    }

    /// Takes a permit for one request.
    package func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision {
        guard let name = self.name(permit) else { return .unavailable }
        do {
            let before = try await self.repository.write { unit in
                try unit.changeBudget(name) { stored in
                    var bucket = RequestBucket(theoreticalArrivalMicroseconds: stored)
                    guard case .granted = bucket.take(permit, at: now) else { return nil }
                    return bucket.theoreticalArrivalMicroseconds
                }
            }
            // The same arithmetic on the same number yields the decision that was made inside.
            var bucket = RequestBucket(theoreticalArrivalMicroseconds: before)
            let leave = bucket.take(permit, at: now)
            if case .notBefore = leave {
                Counter(
                    label: "purser_appstore_budget_waits_total",
                    dimensions: [("app", self.app.rawValue), ("operation", permit.operation.rawValue)]
                ).increment()
            }
            return leave
        } catch {
            return .unavailable
        }
    }

    /// Stores the pause that Apple ordered.
    package func pause(_ permit: RequestPermit, until instant: Int64) async {
        guard let name = self.name(permit) else { return }
        // If this cannot be stored, the server asks Apple once more and receives the same answer.
        _ = try? await self.repository.write({ unit in
            try unit.changeBudget(name) { stored in
                var bucket = RequestBucket(theoreticalArrivalMicroseconds: stored)
                bucket.pause(permit, until: instant)
                return bucket.theoreticalArrivalMicroseconds
            }
        })
    }

    private func name(_ permit: RequestPermit) -> BudgetName? {
        StoreEnvironment(rawValue: permit.environment.rawValue).map { environment in
            BudgetName(app: self.app, environment: environment, operation: permit.operation.rawValue)
        }
    }
}

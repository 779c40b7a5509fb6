package import AppStore
package import Ledger
import Metrics
import Synchronization

/// The rate budget that all nodes of a server share, kept in its database, so that it survives a restart.
///
/// Each permit is one small transaction, which shares a commit with whatever else is written at that moment. The
/// arithmetic is AppStore's `RequestBucket`; the ledger keeps its one number.
package struct SharedRequestBudget: RequestBudget {
    let repository: any Repository
    let app: AppName

    /// The budget of an app.
    package init(repository: any Repository, app: AppName) {
        self.repository = repository
        self.app = app
    }

    /// Takes leave for one request.
    package func take(_ permit: RequestPermit, at now: Int64) async -> RequestDecision {
        guard let name = self.name(permit) else { return .unavailable }
        do {
            let before = try await self.repository.changeBudget(name) { stored in
                var bucket = RequestBucket(theoreticalArrivalMicroseconds: stored)
                guard case .granted = bucket.take(permit, at: now) else { return nil }
                return bucket.theoreticalArrivalMicroseconds
            }
            // The same arithmetic on the same number: what was decided inside.
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

    /// Keeps what Apple said.
    package func pause(_ permit: RequestPermit, until instant: Int64) async {
        guard let name = self.name(permit) else { return }
        // Whoever cannot write it down asks Apple once more and is told again.
        _ = try? await self.repository.changeBudget(name) { stored in
            var bucket = RequestBucket(theoreticalArrivalMicroseconds: stored)
            bucket.pause(permit, until: instant)
            return bucket.theoreticalArrivalMicroseconds
        }
    }

    private func name(_ permit: RequestPermit) -> BudgetName? {
        StoreEnvironment(rawValue: permit.environment.rawValue).map { environment in
            BudgetName(app: self.app, environment: environment, operation: permit.operation.rawValue)
        }
    }
}

package import AppStore
package import Ledger

/// The hourly rate limit of a key of App Store Connect, stored in the database that all nodes of a server share.
///
/// Apple counts the requests of a key for all apps together. So each key has one stored number, under the first app of
/// the configuration that uses the key. The number encodes either the instant until which no request may be sent, or
/// Apple's last count of remaining requests; AppStore's `ConnectAllowance` has the arithmetic. A pause discards the
/// count, because the answer to the first request after it states the count again.
package struct SharedConnectBudget: ConnectBudget {
    private let repository: any Repository
    private let app: AppName

    /// Creates the budgets of keys whose numbers are stored under an app.
    package init(repository: any Repository, app: AppName) {
        self.repository = repository
        self.app = app
    }

    /// Permits one request, or returns when to ask again.
    package func take(_ keyID: String, at now: Int64) async -> RequestDecision {
        do {
            let before = try await self.repository.write { unit in
                try unit.changeBudget(self.name(keyID)) { stored in
                    var allowance = Self.allowance(stored)
                    guard case .granted = allowance.take(at: now) else { return nil }
                    return Self.number(allowance)
                }
            }
            // The same arithmetic on the same number gives the decision made inside the transaction.
            var allowance = Self.allowance(before)
            return allowance.take(at: now)
        } catch {
            return .unavailable
        }
    }

    /// Stores Apple's latest statement about a key's limit.
    package func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {
        // A node that cannot write sends one more request and gets the statement again.
        _ = try? await self.repository.write { unit in
            try unit.changeBudget(self.name(keyID)) { stored in
                var allowance = Self.allowance(stored)
                if stored < 0, case .notBefore = allowance.take(at: now) { return nil }
                allowance.keep(limit, at: now)
                return Self.number(allowance)
            }
        }
    }

    /// Stores that no request with this key may be sent before an instant.
    package func pause(_ keyID: String, until instant: Int64) async {
        _ = try? await self.repository.write { unit in
            try unit.changeBudget(self.name(keyID)) { stored in
                var allowance = Self.allowance(stored)
                allowance.pause(until: instant)
                return Self.number(allowance)
            }
        }
    }

    private func name(_ keyID: String) -> BudgetName {
        BudgetName(app: self.app, environment: .production, operation: "appStoreConnect " + keyID)
    }

    // A positive number has three parts: the instant (27 bits), the hour's requests and the remaining requests (18 bits
    // each).
    private static let countBits: Int64 = 18
    private static let mostRequests = (1 << Int(Self.countBits)) - 1
    private static let mostUnits: Int64 = (1 << 27) - 1
    /// 2008-01-01, in milliseconds since 1970.
    private static let firstInstant: Int64 = 1_199_145_600_000
    /// The resolution of stored instants, in milliseconds.
    private static let unit: Int64 = 16_000

    private static func allowance(_ stored: Int64) -> ConnectAllowance {
        guard stored != 0 else { return ConnectAllowance() }
        // No stored instant is the smallest number, whose negation would overflow.
        guard stored > 0 else { return ConnectAllowance(pausedUntil: -max(stored, -Int64.max)) }
        let mask = Int64(Self.mostRequests)
        let limit = ConnectLimit(
            requestsPerHour: Int(stored >> Self.countBits & mask),
            remaining: Int(stored & mask)
        )
        return ConnectAllowance(
            limit: limit,
            asOf: Self.firstInstant + (stored >> (2 * Self.countBits)) * Self.unit
        )
    }

    private static func number(_ allowance: ConnectAllowance) -> Int64 {
        if allowance.pausedUntil > 0 { return -allowance.pausedUntil }
        guard let limit = allowance.limit else { return 0 }
        // Rounded down, because a future instant would count as that of a clock that was set back.
        let units = min(max((allowance.asOf - Self.firstInstant) / Self.unit, 0), Self.mostUnits)
        let requestsPerHour = min(limit.requestsPerHour, Self.mostRequests)
        let remaining = min(limit.remaining, requestsPerHour)
        return (units << Self.countBits | Int64(requestsPerHour)) << Self.countBits | Int64(remaining)
    }
}

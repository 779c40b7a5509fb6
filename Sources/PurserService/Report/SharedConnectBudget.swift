package import AppStore
package import Ledger

/// The hourly limit of a key of App Store Connect, kept in the database that all nodes of a server share.
///
/// Apple counts the requests of a key, whichever app they are for. So each key has one number, which is kept under one
/// app: the first of the configuration that uses the key. A number holds either the instant until which nothing may be
/// sent, or what Apple said was left; the arithmetic is AppStore's `ConnectAllowance`. A pause forgets what was left,
/// because the answer to the first request after it says so again.
package struct SharedConnectBudget: ConnectBudget {
    private let repository: any Repository
    private let app: AppName

    /// The budgets of keys whose numbers are kept under an app.
    package init(repository: any Repository, app: AppName) {
        self.repository = repository
        self.app = app
    }

    /// Takes leave for one request, or says when to ask again.
    package func take(_ keyID: String, at now: Int64) async -> RequestDecision {
        do {
            let before = try await self.repository.changeBudget(self.name(keyID)) { stored in
                var allowance = Self.allowance(stored)
                guard case .granted = allowance.take(at: now) else { return nil }
                return Self.number(allowance)
            }
            // The same arithmetic on the same number gives what was decided inside of the transaction.
            var allowance = Self.allowance(before)
            return allowance.take(at: now)
        } catch {
            return .unavailable
        }
    }

    /// Keeps what Apple said about a key's limit.
    package func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {
        // A node that cannot write it down sends one more request and hears it again.
        _ = try? await self.repository.changeBudget(self.name(keyID)) { stored in
            var allowance = Self.allowance(stored)
            if stored < 0, case .notBefore = allowance.take(at: now) { return nil }
            allowance.keep(limit, at: now)
            return Self.number(allowance)
        }
    }

    /// Keeps what Apple said: nothing more with this key before an instant.
    package func pause(_ keyID: String, until instant: Int64) async {
        _ = try? await self.repository.changeBudget(self.name(keyID)) { stored in
            var allowance = Self.allowance(stored)
            allowance.pause(until: instant)
            return Self.number(allowance)
        }
    }

    private func name(_ keyID: String) -> BudgetName {
        BudgetName(app: self.app, environment: .production, operation: "appStoreConnect " + keyID)
    }

    // A number above zero has three parts: when (27 bits), the hour's requests and what is left of them (18 bits each).
    private static let countBits: Int64 = 18
    private static let mostRequests = (1 << Int(Self.countBits)) - 1
    private static let mostUnits: Int64 = (1 << 27) - 1
    /// 2008-01-01, in milliseconds since 1970.
    private static let firstInstant: Int64 = 1_199_145_600_000
    /// In what steps instants are kept, in milliseconds.
    private static let unit: Int64 = 16_000

    private static func allowance(_ stored: Int64) -> ConnectAllowance {
        guard stored != 0 else { return ConnectAllowance() }
        // No instant that is kept is the smallest number, whose negation would be none.
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
        // Rounded down: an instant ahead of the clock would count as one of a clock that was set back.
        let units = min(max((allowance.asOf - Self.firstInstant) / Self.unit, 0), Self.mostUnits)
        let requestsPerHour = min(limit.requestsPerHour, Self.mostRequests)
        let remaining = min(limit.remaining, requestsPerHour)
        return (units << Self.countBits | Int64(requestsPerHour)) << Self.countBits | Int64(remaining)
    }
}

/// The limit of audit entries for one kind of action that apps cause; actions beyond it are only counted.
///
/// Apps cause such actions as often as customers open them. The log is never shortened, so without a limit they would
/// bury the actions of operators. The first entry after an hour over the limit states how many were omitted.
package struct AuditQuota: Hashable, Sendable {
    /// The treatment of one action.
    package enum Ruling: Hashable, Sendable {
        /// The action is entered; this many actions before it were not.
        case entered(omitted: Int64)
        /// The action is only counted.
        case counted
    }

    /// The limit of entries in an hour, one a minute: everything that a person does in the shop's back office is
    /// entered, and a kind of action that never pauses adds fewer than 1,500 entries a day.
    package static let entriesPerHour: Int64 = 60

    private static let hour: Int64 = 3_600_000
    private static let countBits: Int64 = 32
    private static let mostCounted: Int64 = 1 << Self.countBits - 1

    /// The current hour, in hours since 1970.
    private var hour: Int64
    /// The number of actions in that hour.
    private var count: Int64

    /// Creates a quota from its stored number; 0 is the quota before any action.
    package init(stored: Int64) {
        self.hour = stored >> Self.countBits
        self.count = stored & Self.mostCounted
    }

    /// The number as which the quota is stored.
    package var stored: Int64 { self.hour << Self.countBits | self.count }

    /// Returns the name under which the quota is stored: one for each kind of action, app and environment.
    package static func name(of action: AuditAction, app: AppName, environment: StoreEnvironment) -> BudgetName {
        BudgetName(app: app, environment: environment, operation: "audit." + action.rawValue)
    }

    /// Counts an action and returns whether it is entered.
    package mutating func take(at now: Instant) -> Ruling {
        let hour = now.milliseconds / Self.hour
        // A node whose clock is slow does not begin the same hour twice; a clock that was set back does not stop the
        // log.
        guard hour > self.hour || hour < self.hour - 1 else {
            self.count = min(self.count + 1, Self.mostCounted)
            return self.count > Self.entriesPerHour ? .counted : .entered(omitted: 0)
        }
        let omitted = max(0, self.count - Self.entriesPerHour)
        self.hour = hour
        self.count = 1
        return .entered(omitted: omitted)
    }
}

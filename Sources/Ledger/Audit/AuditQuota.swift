/// How many actions of one kind that apps cause are entered in the audit log one by one; the others are counted.
///
/// Apps cause such actions in masses, as often as customers open them. The log is never shortened, so that without a
/// bound nobody would find in it what operators did. The first entry after an hour in which there were too many says
/// how many it does not have.
package struct AuditQuota: Hashable, Sendable {
    /// What becomes of one action.
    package enum Ruling: Hashable, Sendable {
        /// It is entered; so many before it were not.
        case entered(omitted: Int64)
        /// It is only counted.
        case counted
    }

    /// One a minute: what somebody does by hand through their own back office is entered in full, and a kind that is
    /// never silent adds fewer than 1,500 entries a day.
    package static let entriesPerHour: Int64 = 60

    private static let hour: Int64 = 3_600_000
    private static let countBits: Int64 = 32
    private static let mostCounted: Int64 = 1 << Self.countBits - 1

    /// Which hour it is about, since 1970.
    private var hour: Int64
    /// How many actions there were in it.
    private var count: Int64

    /// The quota that was kept as a number; 0 is that of nobody who has done anything.
    package init(stored: Int64) {
        self.hour = stored >> Self.countBits
        self.count = stored & Self.mostCounted
    }

    /// The number as which it is kept.
    package var stored: Int64 { self.hour << Self.countBits | self.count }

    /// By what it is kept: each kind of actions of an app has one for each environment.
    package static func name(of action: AuditAction, app: AppName, environment: StoreEnvironment) -> BudgetName {
        BudgetName(app: app, environment: environment, operation: "audit." + action.rawValue)
    }

    /// Counts an action, and says whether it is entered.
    package mutating func take(at now: Instant) -> Ruling {
        let hour = now.milliseconds / Self.hour
        // Nodes whose clocks differ do not begin the same hour twice; a clock that was set back does not stop the log.
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

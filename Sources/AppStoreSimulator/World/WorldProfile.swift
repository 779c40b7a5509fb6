/// A named set of behaviors of the store, from production to accelerated tests.
///
/// The names follow the environments and renewal rates that Apple offers to testers.
public enum WorldProfile: String, Hashable, Sendable, CaseIterable {
    /// Production: calendar periods, early charges, redelivery for a week.
    case production
    /// The sandbox with a month of 3 minutes.
    case sandbox3m = "sandbox-3m"
    /// The sandbox with a month of 5 minutes, Apple's default.
    case sandbox5m = "sandbox-5m"
    /// The sandbox with a month of 15 minutes.
    case sandbox15m = "sandbox-15m"
    /// The sandbox with a month of 30 minutes.
    case sandbox30m = "sandbox-30m"
    /// The sandbox with a month of an hour.
    case sandbox1h = "sandbox-1h"
    /// TestFlight: every subscription renews daily, six times.
    case testflight
    /// Xcode in real time.
    case xcodeRealTime = "xcode-real-time"
    /// Xcode with a month of an hour.
    case xcodeMonthly1h = "xcode-monthly-1h"
    /// Xcode with a month of 30 minutes.
    case xcodeMonthly30m = "xcode-monthly-30m"
    /// Xcode with a month of 15 minutes.
    case xcodeMonthly15m = "xcode-monthly-15m"
    /// Xcode with a month of 5 minutes.
    case xcodeMonthly5m = "xcode-monthly-5m"
    /// Xcode with a month of 30 seconds.
    case xcodeMonthly30s = "xcode-monthly-30s"
    /// Xcode with a renewal every 15 minutes, for every period.
    case xcodeEvery15m = "xcode-every-15m"
    /// Xcode with a renewal every 5 minutes.
    case xcodeEvery5m = "xcode-every-5m"
    /// Xcode with a renewal every minute.
    case xcodeEvery1m = "xcode-every-1m"
    /// Xcode with a renewal every 30 seconds.
    case xcodeEvery30s = "xcode-every-30s"
    /// Xcode with a renewal every 10 seconds.
    case xcodeEvery10s = "xcode-every-10s"
    /// Xcode with a renewal every 2 seconds.
    case xcodeEvery2s = "xcode-every-2s"

    /// The environment of the purchases.
    ///
    /// Apple sends no notifications from Xcode's own environment, so its rates run in the sandbox.
    public var environment: WorldEnvironment {
        self == .production ? .production : .sandbox
    }

    /// The store's behavior.
    public var behavior: WorldBehavior {
        switch self {
        case .production:
            var behavior = WorldBehavior.production
            behavior.earlyChargeMilliseconds = CivilDate.millisecondsPerDay
            behavior.earlyChargeVaries = true
            return behavior
        case .sandbox3m, .sandbox5m, .sandbox15m, .sandbox30m, .sandbox1h:
            var behavior = WorldBehavior.sandbox(at: self.renewalRate, renewalLimit: 12)
            behavior.earlyChargeMilliseconds = 50_000
            // Observed: 3 to 5 minutes, about two hours for subscriptions, and EXPIRED after it.
            behavior.refundNoticeDelayMilliseconds = 240_000
            behavior.subscriptionRefundNoticeDelayMilliseconds = 7_200_000
            behavior.announcesExpiryAfterRefund = true
            return behavior
        case .testflight: return .sandbox(at: self.renewalRate, renewalLimit: 6)
        default: return .sandbox(at: self.renewalRate, renewalLimit: nil)
        }
    }

    /// The rate that determines the lengths of periods.
    public var renewalRate: RenewalRate {
        switch self {
        case .production, .xcodeRealTime: .calendar
        case .sandbox3m: .monthlyEvery3Minutes
        case .sandbox5m, .xcodeMonthly5m: .monthlyEvery5Minutes
        case .sandbox15m, .xcodeMonthly15m: .monthlyEvery15Minutes
        case .sandbox30m, .xcodeMonthly30m: .monthlyEvery30Minutes
        case .sandbox1h, .xcodeMonthly1h: .monthlyEveryHour
        case .xcodeMonthly30s: .monthlyEvery30Seconds
        case .testflight: .every(milliseconds: CivilDate.millisecondsPerDay)
        case .xcodeEvery15m: .every(milliseconds: 900_000)
        case .xcodeEvery5m: .every(milliseconds: 300_000)
        case .xcodeEvery1m: .every(milliseconds: 60_000)
        case .xcodeEvery30s: .every(milliseconds: 30_000)
        case .xcodeEvery10s: .every(milliseconds: 10_000)
        case .xcodeEvery2s: .every(milliseconds: 2_000)
        }
    }

    /// Creates the profile of a `.storekit` file's `_timeRate`; returns `nil` for the old rates that scale days.
    public init?(timeRate: Int) {
        switch timeRate {
        case 0: self = .xcodeRealTime
        case 10: self = .xcodeMonthly1h
        case 11: self = .xcodeMonthly30m
        case 12: self = .xcodeMonthly15m
        case 13: self = .xcodeMonthly5m
        case 15: self = .xcodeMonthly30s
        case 1000: self = .xcodeEvery15m
        case 1001: self = .xcodeEvery5m
        case 1002: self = .xcodeEvery1m
        case 1003: self = .xcodeEvery30s
        case 1004: self = .xcodeEvery10s
        case 1005: self = .xcodeEvery2s
        default: return nil
        }
    }

    /// The `_timeRate` of a `.storekit` file for this rate; `nil` for profiles that are not Xcode's.
    public var timeRate: Int? {
        let rates = [0, 10, 11, 12, 13, 15] + Array(1000...1005)
        return rates.first { WorldProfile(timeRate: $0) == self }
    }
}

/// The settings of all alarms.
package struct AlarmThresholds: Hashable, Sendable {
    private var changed: [AlarmName: AlarmSetting] = [:]

    /// Creates the defaults.
    package init() {}

    /// Returns the setting of an alarm.
    package subscript(name: AlarmName) -> AlarmSetting {
        get { self.changed[name] ?? Self.standard(name) }
        set { self.changed[name] = newValue }
    }

    /// Returns the default setting of an alarm; a comment states the unit of its limit.
    private static func standard(_ name: AlarmName) -> AlarmSetting {
        self.apple(name) ?? self.refunds(name) ?? self.shop(name) ?? self.machine(name)
    }

    private static func apple(_ name: AlarmName) -> AlarmSetting? {
        switch name {
        // The share of due renewals that is missing.
        case .renewalsMissing: Self.of(0.5, holds: 5, clears: 30)
        // The factor by which notifications are more, or fewer, than at this hour of other weeks.
        case .notificationMix: Self.of(5, holds: 5, clears: 60)
        // The number of notifications that should have arrived since the last one.
        case .notificationsSilent: Self.of(25, holds: 0, clears: 5)
        // The share of the sample for which Apple states another status.
        case .statusDrift: Self.of(0.1, holds: 15, clears: 60)
        // The mean seconds of a call; half of the calls failing is bad in any case.
        case .appleFailing: Self.of(4, holds: 0, clears: 10)
        // 1: the last probe failed.
        case .linkDown: Self.of(1, holds: 1, clears: 5)
        // The days left of the server's certificate; for a host of Apple a quarter of that.
        case .certificateExpiring: Self.of(14, holds: 5, clears: 10)
        // The calls, or fetches of reports, that were refused since the last accepted one.
        case .keyRefused: Self.of(2, holds: 0, clears: 5)
        case .permissionLost: Self.of(2, holds: 0, clears: 60)
        // The items within 10 minutes that claim to be Apple's and fail verification.
        case .verificationFailures: Self.of(20, holds: 0, clears: 15)
        // The revoked certificates, and the items that are held because of one.
        case .certificateRevoked: Self.of(1, holds: 0, clears: 60)
        // The hours for which the history of notifications is incomplete.
        case .gapOpen: Self.of(4, holds: 10, clears: 10)
        default: nil
        }
    }

    private static func refunds(_ name: AlarmName) -> AlarmSetting? {
        switch name {
        // The answers within an hour that Apple rejected.
        case .refundAnswerRefused: Self.of(1, holds: 0, clears: 10)
        // The requests within an hour whose time to answer is over.
        case .refundAnswerMissed: Self.of(1, holds: 0, clears: 10)
        // The requests that have to be answered within 30 minutes.
        case .refundAnswerDue: Self.of(1, holds: 1, clears: 5)
        // The factor by which refunds are more than usual.
        case .refundWave: Self.of(4, holds: 0, clears: 15)
        case .productRefunds: Self.of(5, holds: 15, clears: 120)
        default: nil
        }
    }

    private static func shop(_ name: AlarmName) -> AlarmSetting? {
        switch name {
        // The seconds for which the oldest paid purchase has been waiting for its fulfillment.
        case .fulfillmentDelay: Self.of(3600, holds: 5, clears: 10)
        // The purchases in the Sandbox that were fulfilled within a day.
        case .sandboxMoney: Self.of(50, holds: 0, clears: 60)
        // The suspended event streams.
        case .streamsSuspended: Self.of(1, holds: 5, clears: 10)
        // The share of the apps' reports, of product lists or of submissions that fails.
        case .appFailing: Self.of(0.5, holds: 5, clears: 15)
        // The factor by which refusals are more than usual.
        case .ordersRefused: Self.of(5, holds: 5, clears: 30)
        // The days since the end of the newest daily report; for monthly ones 35 times as many.
        case .reportMissing: Self.of(2, holds: 30, clears: 10)
        // The unexplained differences.
        case .dayUnexplained: Self.of(1, holds: 120, clears: 60)
        default: nil
        }
    }

    private static func machine(_ name: AlarmName) -> AlarmSetting {
        switch name {
        // The factor by which waiting work exceeds its maximum: 1000 writes, events of 15 minutes, 1000 streams, 100
        // held items.
        case .backlog: Self.of(1, holds: 15, clears: 10)
        // The days until the disk is full.
        case .diskFilling: Self.of(3, holds: 0, clears: 30)
        // The seconds by which clocks differ.
        case .clockDiffers: Self.of(10, holds: 5, clears: 10)
        // The reads and writes that failed within 6 minutes.
        case .databaseFailing: Self.of(10, holds: 1, clears: 5)
        // The lost nodes.
        case .nodeLost: Self.of(1, holds: 1, clears: 5)
        default: Self.of(1, holds: 1, clears: 5)
        }
    }

    private static func of(_ limit: Double, holds: Int64, clears: Int64) -> AlarmSetting {
        AlarmSetting(limit: limit, holds: .minutes(holds), clears: .minutes(clears))
    }
}

/// The conditions under which one alarm fires and is resolved.
package struct AlarmSetting: Hashable, Sendable {
    /// Whether the alarm is evaluated.
    package var isEnabled: Bool
    /// The value from which it is bad; the unit is the alarm's, see `AlarmThresholds`.
    package var limit: Double
    /// The time for which it has to be bad before it fires; zero: immediately.
    package var holds: Span
    /// The time for which it has to be good before it is resolved.
    package var clears: Span

    /// Creates a setting of these values.
    package init(isEnabled: Bool = true, limit: Double, holds: Span, clears: Span) {
        self.isEnabled = isEnabled
        self.limit = limit
        self.holds = holds
        self.clears = clears
    }
}

import Foundation

extension AppStoreTime {
    /// The system's clock and real waits, which clients use by default.
    ///
    /// With a simulated App Store, pass a source of time with the simulator's clock, because budgets and `Retry-After`
    /// use that clock.
    public static let live = Self(
        now: Self.systemNow,
        wallNow: Self.systemNow,
        sleep: { length in try await ContinuousClock().sleep(for: length) }
    )

    private static let systemNow: @Sendable () -> Int64 = {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
}

/// The system's random values, the default wherever randomness is needed.
enum SystemChance {
    /// Returns a random number from 0 up to 1.
    static let share: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Returns 32 unpredictable bytes.
    static let nonce: @Sendable () -> [UInt8] = { (0..<32).map { _ in UInt8.random(in: .min ... .max) } }

    /// Returns a new UUID.
    static func uuid() -> UUID { UUID() }
}

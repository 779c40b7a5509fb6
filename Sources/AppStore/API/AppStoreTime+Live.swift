import Foundation

extension AppStoreTime {
    /// The system's clock, and waits that take as long as they say: what clients go by unless they are handed another
    /// time.
    ///
    /// Where a simulated App Store is followed, hand over its clock: budgets and `Retry-After` go by that one.
    public static let live = Self(
        now: Self.systemNow,
        wallNow: Self.systemNow,
        sleep: { length in try await ContinuousClock().sleep(for: length) }
    )

    private static let systemNow: @Sendable () -> Int64 = {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
}

/// The system's random numbers, for what needs chance and is handed none.
enum SystemChance {
    /// A number from 0 up to 1.
    static let share: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// 32 bytes that nobody can foretell.
    static let nonce: @Sendable () -> [UInt8] = { (0..<32).map { _ in UInt8.random(in: .min ... .max) } }

    /// A UUID that was never used before.
    static func uuid() -> UUID { UUID() }
}

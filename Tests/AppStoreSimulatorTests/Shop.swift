import AppStore
import AppStoreSimulator
import Foundation

/// The shop of these tests.
enum Shop {
    /// 2026-01-31T10:00:00Z: the last day of a month, for the calendar's sake.
    static let opening = Timestamp(milliseconds: 1_769_853_600_000)
    static let monthly = "pro.monthly"
    static let basic = "basic.monthly"
    static let yearly = "pro.yearly"
    static let coins = "coins.100"

    static let catalog = WorldCatalog([
        .subscription(Self.monthly, group: "21000001", level: 1, period: .month, price: Self.dollars(9990)),
        .subscription(Self.basic, group: "21000001", level: 2, period: .month, price: Self.dollars(4990)),
        .subscription(Self.yearly, group: "21000001", level: 1, period: .year, price: Self.dollars(99990)),
        .subscription("news.weekly", group: "21000002", period: .week, price: Self.dollars(990)),
        .consumable(Self.coins, price: Self.dollars(990)),
        .nonConsumable("theme.dark", price: Self.dollars(1990)),
        .nonRenewing("pass.summer", price: Self.dollars(14990)),
    ])

    static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }

    static func world(
        seed: UInt64 = 7,
        environment: WorldEnvironment = .production,
        graceDays: Int? = nil,
        behavior: WorldBehavior? = nil
    ) throws -> World {
        try World(
            seed: seed,
            startingAt: Self.opening,
            app: WorldApp(
                bundleId: "com.example.shop",
                appAppleId: 1_234_567_890,
                environment: environment,
                gracePeriodDays: graceDays,
                behavior: behavior
            ),
            catalog: Self.catalog
        )
    }

    static func day(_ text: String) throws -> Timestamp {
        let date = try Date(text + "T10:00:00Z", strategy: .iso8601)
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }
}

extension World {
    /// Everything in the outbox, each as `TYPE/SUBTYPE status`, or `TYPE/SUBTYPE` without status.
    func sent() -> [String] {
        self.drainOutbox().map(\.line)
    }
}

extension WorldNotification {
    var line: String {
        self.name + (self.status.map { " \($0.rawValue)" } ?? "")
    }
}

import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// A quarter of a shop with refunds, an upgrade, offers and several storefronts, and the amounts in its notifications.
struct ReportQuarter {
    /// The key of a sum, except the day.
    struct Key: Hashable {
        let product: String
        let country: String
        let currency: String
        let isRefund: Bool
    }

    /// The quantity, in thousandths, and the customers' payments, in milliunits; never negative.
    struct Sum: Hashable {
        var units: Int64 = 0
        var price: Int64 = 0
    }

    static let countries = ["USA": "US", "DEU": "DE", "JPN": "JP", "GBR": "GB"]
    let world: World
    /// The charges and refunds, by the day in Los Angeles.
    let truth: [String: [Key: Sum]]

    /// Performs the actions of the quarter, from 2026-01-31 to the middle of May.
    init() throws {
        let world = try RichShop.world()
        for name in ["mum", "kid"] {
            try world.act(.joinFamily) {
                $0.customer = name
                $0.name = "f"
            }
        }
        try world.shop("anna", "pro.monthly")
        try world.shop("bert", "basic.monthly") { $0.storefront = "DEU" }
        let coins = try #require(
            try world.shop("cora", "coins.100") {
                $0.storefront = "JPN"
                $0.quantity = 3
            }
        )
        let theme = try #require(try world.shop("mum", "theme.dark"))
        try world.shop("fred", "club.yearly") { $0.storefront = "GBR" }
        try world.act(.redeem) {
            $0.customer = "gina"
            $0.code = "HELLO"
        }
        // Seven in the evening in Los Angeles, three in the morning of the next day in Greenwich.
        try world.advance(to: Timestamp(milliseconds: Shop.day("2026-02-11").milliseconds - 7 * 3_600_000))
        try world.shop("hugo", "coins.100")
        try world.shop("bert", "pro.monthly")
        try world.refund(coins.transactionId)
        try world.refund(theme.transactionId, percentage: 50_000)
        try world.advance(by: .days(20))
        try world.reverseRefund(theme.transactionId)
        try world.act(.cancel, "gina", "pro.monthly")
        try world.act(.declineCard) { $0.customer = "anna" }
        try world.advance(by: .days(20))
        try world.act(.repairCard) { $0.customer = "anna" }
        let club = try #require(try world.shop("ida", "basic.monthly"))
        try world.advance(by: .days(1))
        try world.refund(club.transactionId)
        try world.advance(to: Shop.day("2026-05-15"))
        self.world = world
        self.truth = try Self.truth(of: world.drainOutbox())
    }

    /// The day in Los Angeles, by the system's own time zones.
    static func day(_ instant: Timestamp) throws -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return try #require(
            ReportDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
        ).text
    }

    /// Returns the amounts in the notifications: each transaction once, each refund and reversal, and for each upgrade
    /// the credit for the rest of the period that it ended.
    private static func truth(of sent: [WorldNotification]) throws -> [String: [Key: Sum]] {
        var truth: [String: [Key: Sum]] = [:]
        var seen: Set<String> = []
        var shares: [String: Int64] = [:]
        var running: [String: TransactionPayload] = [:]
        for notification in sent {
            guard let facts = notification.transactionPayload, facts.inAppOwnershipType == .purchased else { continue }
            let id = try #require(facts.transactionId)
            let quantity = Int64(facts.quantity ?? 1)
            let old = running.updateValue(facts, forKey: try #require(facts.originalTransactionId))
            if notification.subtype == .upgrade, let old { try Self.credit(old, at: notification.signedAt, to: &truth) }
            var share: Int64?
            if notification.type == .refund {
                share = Int64(facts.revocationPercentage ?? 100_000)
                shares[id] = share
            } else if notification.type == .refundReversed {
                share = shares[id, default: 0]
            } else if seen.insert(id).inserted {
                share = 100_000
            }
            guard let share else { continue }
            let key = Key(
                product: try #require(facts.productId),
                country: try #require(Self.countries[facts.storefront ?? ""]),
                currency: try #require(facts.currency),
                isRefund: notification.type == .refund
            )
            let day = try Self.day(notification.signedAt)
            var sum = truth[day]?[key] ?? Sum()
            sum.units += quantity * share / 100
            sum.price += (facts.price ?? 0) * share / 100_000
            truth[day, default: [:]][key] = sum
        }
        return truth
    }

    /// Adds the credit for the rest of a period: the part of a unit in hundredths, at the price of the whole.
    private static func credit(
        _ old: TransactionPayload,
        at instant: Timestamp,
        to truth: inout [String: [Key: Sum]]
    ) throws {
        let begin = try #require(old.purchaseDate).milliseconds
        let end = try #require(old.expiresDate).milliseconds
        let units = ((end - instant.milliseconds) * 100_000 / (end - begin) + 500) / 1000 * 10
        let key = Key(
            product: try #require(old.productId),
            country: try #require(Self.countries[old.storefront ?? ""]),
            currency: try #require(old.currency),
            isRefund: true
        )
        var sum = truth[try Self.day(instant)]?[key] ?? Sum()
        sum.units += units
        sum.price += (units * (old.price ?? 0) + 500) / 1000
        truth[try Self.day(instant), default: [:]][key] = sum
    }

    /// The days of the quarter with an available report.
    static var days: [String] {
        (1...12).flatMap { month in
            (1...31).compactMap { ReportDate(year: 2026, month: month, day: $0)?.text }
        }
        .filter { $0 >= "2026-01-30" && $0 < "2026-05-14" }
    }

    /// Returns the sums of rows.
    static func sums(_ rows: [SalesRow]) -> [Key: Sum] {
        var sums: [Key: Sum] = [:]
        for row in rows {
            let key = Key(
                product: row.sku,
                country: row.country,
                currency: row.customerCurrency,
                isRefund: row.isRefund
            )
            sums[key, default: Sum()].units += abs(row.unitsThousandths)
            sums[key, default: Sum()].price += abs(row.totalPriceMilliunits)
        }
        return sums
    }

    /// Returns the sums of days.
    static func sums(_ days: [[Key: Sum]]) -> [Key: Sum] {
        days.reduce(into: [:]) { total, day in
            for (key, sum) in day {
                total[key, default: Sum()].units += sum.units
                total[key, default: Sum()].price += sum.price
            }
        }
    }
}

import Foundation
import Ledger

/// One app in a simulated world, with the actions of Apple, customers and the app per minute.
struct WatchShop {
    let name: String
    /// Notifications a day.
    let size: Double
    private let types: [(key: MetricKey, share: Double, isRenewal: Bool, isPurchase: Bool)]
    private let products: [MetricKey]
    private let keys: [String: MetricKey]
    private var dayFactor = 1.0
    private var hourFactor = 1.0
    private var backlog = 0.0
    private var due = 0.0
    private var seen = 0.0
    private var failing: Int64 = 0
    private var streams = 0.0

    init(_ name: String, size: Double) {
        self.name = name
        self.size = size
        let shares: [(String, Double)] = [
            ("DID_RENEW", 0.44), ("SUBSCRIBED", 0.12), ("ONE_TIME_CHARGE", 0.18), ("DID_CHANGE_RENEWAL_STATUS", 0.12),
            ("EXPIRED", 0.08), ("DID_FAIL_TO_RENEW", 0.02), ("CONSUMPTION_REQUEST", 0.015), ("REFUND", 0.01),
            ("DID_CHANGE_RENEWAL_PREF", 0.005),
        ]
        self.types = shares.map { type, share in
            let key = MetricKey(
                "purser_notification_types_total",
                ["app": name, "environment": "Production", "type": type]
            )
            let isRenewal = ["DID_RENEW", "EXPIRED", "DID_FAIL_TO_RENEW"].contains(type)
            return (key, share, isRenewal, ["DID_RENEW", "SUBSCRIBED", "ONE_TIME_CHARGE"].contains(type))
        }
        self.products = ["coins", "monthly", "yearly"].map {
            MetricKey("purser_refunds_total", ["app": name, "environment": "Production", "product": $0])
        }
        var keys: [String: MetricKey] = [:]
        let byOutcome: [(String, [String])] = [
            ("purser_notifications_total", ["recorded", "duplicate", "forged"]),
            ("purser_submissions_total", ["recorded", "duplicate", "forged", "refused"]),
            ("purser_product_lists_total", ["ok", "product_list_failed"]),
            ("purser_fulfillment_attempts_total", ["confirmed", "failed"]),
        ]
        for (metric, outcomes) in byOutcome {
            for outcome in outcomes {
                keys["\(metric) \(outcome)"] = MetricKey(metric, ["app": name, "outcome": outcome])
            }
        }
        for (kind, outcome) in [
            ("products_loaded", "ok"), ("products_loaded", "failed"), ("purchase_completed", "ok"),
            ("purchase_failed", "failed"), ("purchase_failed", "canceled"),
        ] {
            keys["report \(kind) \(outcome)"] = MetricKey(
                "purser_app_reports_total",
                ["app": name, "kind": kind, "outcome": outcome]
            )
        }
        for metric in [
            "purser_renewals_due", "purser_renewals_seen", "purser_status_drift", "purser_history_gap_seconds",
            "purser_purchases_total", "purser_subscription_purchases_total", "purser_refund_answers_due",
            "purser_refund_missed_total",
        ] { keys[metric] = MetricKey(metric, ["app": name, "environment": "Production"]) }
        keys["orders"] = MetricKey(
            "purser_orders_total",
            ["app": name, "environment": "Production", "outcome": "created"]
        )
        keys["refused"] = MetricKey("purser_order_refusals_total", ["app": name, "code": "order_refused"])
        keys["limited"] = MetricKey("purser_order_refusals_total", ["app": name, "code": "order_rate_limited"])
        for metric in ["purser_fulfillment_oldest_open_seconds", "purser_sandbox_fulfilled_total"] {
            keys[metric] = MetricKey(metric, ["app": name])
        }
        for metric in ["purser_webhook_waiting_streams", "purser_webhook_suspended_streams"] {
            keys[metric] = MetricKey(metric, ["app": name, "endpoint": "backend"])
        }
        keys["lag"] = MetricKey("purser_events_oldest_seconds", ["app": name, "sink": "webhooks"])
        keys["age"] = MetricKey("purser_report_newest_age_seconds", ["app": name, "kind": "SALES"])
        keys["financial"] = MetricKey("purser_report_newest_age_seconds", ["app": name, "kind": "FINANCIAL"])
        keys["differences"] = MetricKey("purser_reconciliation_unexplained_differences", ["app": name])
        self.keys = keys
    }

    /// Returns the ratio of a minute's rate to the day's mean, by the hour of the day and the day of the week.
    private static func profile(_ minute: Int64) -> Double {
        let hour = Double(minute % 1440) / 60
        let wave = 0.55 + 0.45 * cos((hour - 13) / 24 * 2 * .pi)
        let evening = 0.6 * exp(-(hour - 12) * (hour - 12) / 8)
        return (0.15 + wave + evening) / 0.86 * ((minute / 1440) % 7 < 2 ? 1.25 : 0.9)
    }

    private func key(_ name: String) -> MetricKey { self.keys[name] ?? MetricKey(name) }

    /// Nothing arrives while the server is down; Apple sends it again.
    mutating func miss(_ minute: Int64) { self.backlog += self.size / 1440 * Self.profile(minute) }

    /// What is counted and measured in `minutes` minutes from one on.
    mutating func values(
        _ minute: Int64,
        minutes: Double = 1,
        share: Double,
        _ faults: Set<WatchFault>,
        _ chance: inout WatchChance
    ) -> [MetricSample.Value] {
        if minute % 1440 == 0 { self.dayFactor = chance.factor(0.12) }
        if minute % 60 == 0 { self.hourFactor = chance.factor(0.1) }
        let day = minute / 1440
        let isMonthEnd = [28, 29, 30].contains(day % 31)
        let burst = minutes > 1 ? 1 : minute % 60 < 5 ? 4.0 : 0.73
        let base = self.size / 1440 * Self.profile(minute) * self.dayFactor * self.hourFactor * minutes * share
        let isQuiet = !faults.isDisjoint(with: [.silence, .appleDown])
        let caught = isQuiet ? 0 : min(self.backlog, max(1, self.backlog / 5))
        self.backlog -= caught
        if isQuiet { self.backlog += base }
        var values: [MetricSample.Value] = []
        func count(_ name: String, _ value: Double) { values.append(.init(self.key(name), .count, value)) }
        func gauge(_ name: String, _ value: Double) { values.append(.init(self.key(name), .gauge, value)) }

        var total = 0.0
        var purchases = 0.0
        var subscriptions = 0.0
        for type in self.types {
            let expected = base * type.share * (type.isRenewal ? burst * (isMonthEnd ? 3 : 1) : 0.5 + burst / 2)
            let came = isQuiet ? 0 : chance.clumps(expected, upTo: 3) + chance.poisson(caught * type.share)
            total += came
            if type.isPurchase { purchases += came }
            if type.isPurchase, type.key["type"] != "ONE_TIME_CHARGE" { subscriptions += came }
            values.append(.init(type.key, .count, came))
        }
        count("purser_notifications_total recorded", total)
        count("purser_notifications_total duplicate", chance.poisson(total * 0.01))
        count("purser_notifications_total forged", chance.happens(0.0005 * minutes) ? 3 : 0)
        for (index, product) in self.products.enumerated() {
            var refunds = isQuiet ? 0 : chance.clumps((base + caught) * 0.01 / 3 * (isMonthEnd ? 2 : 1), upTo: 7)
            if faults.contains(.refundWave), index == 0 { refunds += chance.poisson(max(20, self.size * 0.01 / 7)) }
            values.append(.init(product, .count, refunds))
        }
        let bought = chance.poisson(base * 0.3)
        // Where Apple sends nothing, apps still submit what is bought.
        count("purser_purchases_total", isQuiet ? bought : purchases)
        count("purser_subscription_purchases_total", isQuiet ? bought : subscriptions)
        count("orders", chance.poisson(base * 0.5))
        count("refused", chance.clumps(base * 0.02, upTo: 6))
        count("limited", chance.happens(0.0005) ? chance.between(50, 400).rounded() : 0)
        count("purser_submissions_total recorded", bought)
        count("purser_submissions_total duplicate", chance.poisson(base))
        count("purser_submissions_total refused", chance.clumps(base * 0.02, upTo: 5))
        count("purser_submissions_total forged", chance.clumps(base * 0.005, upTo: 12))
        count("purser_product_lists_total ok", chance.poisson(base * 6))
        count("purser_product_lists_total product_list_failed", chance.clumps(base * 0.05, upTo: 8))
        count("report products_loaded ok", chance.poisson(base * 4))
        count("report products_loaded failed", chance.clumps(base * 0.1, upTo: 8))
        count("report purchase_completed ok", chance.poisson(base * 0.3))
        count("report purchase_failed failed", chance.clumps(base * 0.05, upTo: 5))
        count("report purchase_failed canceled", chance.poisson(base * 0.5))
        count("purser_sandbox_fulfilled_total", chance.happens(0.001 * minutes) ? 4 : 0)
        count("purser_refund_missed_total", 0)
        gauge("purser_refund_answers_due", 0)

        // Renewals of the hour before.
        if minute % 60 == 0 {
            self.due = chance.poisson(self.size / 24 * Self.profile(minute) * 0.44 * (isMonthEnd ? 3 : 1))
            self.seen = self.due - min(self.due, chance.clumps(self.due * 0.04, upTo: 3))
        }
        gauge("purser_renewals_due", self.due)
        gauge("purser_renewals_seen", self.seen)
        if minute % 30 == 0 || minutes > 1 {
            gauge("purser_status_drift", chance.happens(0.02) ? 0.05 : 0)
        }
        gauge("purser_history_gap_seconds", Double(minute % 60) * 60 + (chance.happens(0.01) ? 3600 : 0))
        self.measureWork(minute, base, &values, &chance)
        return values
    }

    private mutating func measureWork(
        _ minute: Int64,
        _ base: Double,
        _ values: inout [MetricSample.Value],
        _ chance: inout WatchChance
    ) {
        func count(_ name: String, _ value: Double) { values.append(.init(self.key(name), .count, value)) }
        func gauge(_ name: String, _ value: Double) { values.append(.init(self.key(name), .gauge, value)) }
        // The receiver fails now and then, for up to half an hour.
        if self.failing == 0, chance.happens(0.0003) { self.failing = Int64(chance.between(2, 30)) }
        self.failing = max(0, self.failing - 1)
        let isFailing = self.failing > 0
        self.streams = isFailing ? min(900, self.streams + base) : max(0, self.streams * 0.3 - 1)
        gauge("purser_webhook_waiting_streams", self.streams.rounded())
        gauge("purser_webhook_suspended_streams", 0)
        gauge("lag", isFailing ? Double(self.failing) * 20 : chance.happens(0.002) ? 1500 : chance.between(0, 3))
        count("purser_fulfillment_attempts_total confirmed", isFailing ? 0 : chance.poisson(base * 0.3))
        count("purser_fulfillment_attempts_total failed", isFailing ? min(1, chance.poisson(base * 0.2)) : 0)
        gauge("purser_fulfillment_oldest_open_seconds", chance.happens(0.01) ? chance.between(0, 2500) : 0)
        if minute % 60 == 0 {
            gauge("age", Double(minute % 1440) * 60 + 36_000)
            gauge("financial", Double(minute % 44_640) * 60 + 3_000_000)
            gauge("differences", chance.happens(0.01) ? 1 : 0)
        }
    }
}

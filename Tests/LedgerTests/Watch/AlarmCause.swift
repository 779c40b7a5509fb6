import Ledger
import Testing

/// The cause of one alarm: metrics per minute that are good, bad, and just below the limit.
struct AlarmCause: Sendable, CustomTestStringConvertible {
    let name: AlarmName
    let good: [MetricSample.Value]
    let bad: [MetricSample.Value]
    let below: [MetricSample.Value]
    /// Within how many minutes of the cause it fires.
    var within = 20
    /// For how many minutes it is bad by too little.
    var belowMinutes = 120
    /// Within how many minutes of the end of the cause it is resolved.
    var resolvedWithin = 200
    /// Whether it needs to know what is usual.
    var needsWeek = false

    var testDescription: String { self.name.rawValue }

    static func count(_ metric: String, _ labels: KeyValuePairs<String, String>, _ value: Double) -> MetricSample.Value
    {
        MetricSample.Value(MetricKey(metric, labels), .count, value)
    }

    static func gauge(_ metric: String, _ labels: KeyValuePairs<String, String>, _ value: Double) -> MetricSample.Value
    {
        MetricSample.Value(MetricKey(metric, labels), .gauge, value)
    }

    private static func gauges(
        _ name: AlarmName,
        _ metric: String,
        _ labels: KeyValuePairs<String, String>,
        good: Double,
        bad: Double,
        below: Double,
        within: Int = 20
    ) -> Self {
        Self(
            name: name,
            good: [Self.gauge(metric, labels, good)],
            bad: [Self.gauge(metric, labels, bad)],
            below: [Self.gauge(metric, labels, below)],
            within: within
        )
    }

    private static func type(_ type: String, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "type": type]
        return Self.count("purser_notification_types_total", labels, value)
    }

    private static func refund(_ product: String, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "product": product]
        return Self.count("purser_refunds_total", labels, value)
    }

    private static func calls(_ outcome: String, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "outcome": outcome]
        return Self.count("purser_appstore_calls_total", labels, value)
    }

    private static let real: KeyValuePairs = ["app": "shop", "environment": "Production"]

    /// A cause of every alarm.
    static let all: [Self] = Self.apple + Self.money + Self.shop + Self.machine

    private static let apple: [Self] = [
        Self(
            name: .renewalsMissing,
            good: [
                Self.gauge("purser_renewals_due", Self.real, 60), Self.gauge("purser_renewals_seen", Self.real, 58),
            ],
            bad: [Self.gauge("purser_renewals_due", Self.real, 60), Self.gauge("purser_renewals_seen", Self.real, 10)],
            below: [
                Self.gauge("purser_renewals_due", Self.real, 60), Self.gauge("purser_renewals_seen", Self.real, 31),
            ],
            needsWeek: true
        ),
        Self(
            name: .notificationMix,
            good: [Self.type("DID_RENEW", 3), Self.type("SUBSCRIBED", 3)],
            bad: [Self.type("DID_RENEW", 0), Self.type("SUBSCRIBED", 5)],
            below: [Self.type("DID_RENEW", 0.7), Self.type("SUBSCRIBED", 5)],
            within: 130,
            belowMinutes: 600,
            needsWeek: true
        ),
        Self(
            name: .notificationsSilent,
            good: [Self.type("DID_RENEW", 3)],
            bad: [Self.type("DID_RENEW", 0)],
            below: [Self.type("DID_RENEW", 0)],
            within: 13,
            belowMinutes: 12,
            needsWeek: true
        ),
        Self(
            name: .appleFailing,
            good: [Self.calls("answered", 10), Self.seconds(3), Self.secondsCount(10)],
            bad: [Self.calls("answered", 10), Self.seconds(75), Self.secondsCount(10)],
            below: [Self.calls("answered", 10), Self.seconds(57), Self.secondsCount(10)],
            within: 2
        ),
        Self(
            name: .linkDown,
            good: [Self.gauge("purser_link_up", ["host": "a"], 1), Self.gauge("purser_link_up", ["host": "b"], 1)],
            bad: [Self.gauge("purser_link_up", ["host": "a"], 0), Self.gauge("purser_link_up", ["host": "b"], 1)],
            below: [Self.gauge("purser_link_up", ["host": "a"], 0), Self.gauge("purser_link_up", ["host": "b"], 1)],
            within: 2,
            belowMinutes: 1
        ),
        Self(
            name: .keyRefused,
            good: [Self.calls("answered", 10)],
            bad: [Self.calls("answered", 0), Self.calls("unauthorized", 1)],
            below: [Self.calls("answered", 10), Self.calls("unauthorized", 1)],
            within: 2
        ),
        Self(
            name: .permissionLost,
            good: [Self.calls("answered", 10)],
            bad: [Self.calls("answered", 0), Self.calls("forbidden", 1)],
            below: [Self.calls("answered", 10), Self.calls("forbidden", 1)],
            within: 2
        ),
        Self(
            name: .verificationFailures,
            good: [Self.notification("recorded", 2), Self.notification("forged", 0)],
            bad: [Self.notification("recorded", 2), Self.notification("forged", 3)],
            below: [Self.notification("recorded", 2), Self.notification("forged", 1.9)]
        ),
        Self.gauges(.statusDrift, "purser_status_drift", Self.real, good: 0, bad: 0.1, below: 0.09),
        Self.gauges(.certificateRevoked, "purser_revoked_certificates", [:], good: 0, bad: 1, below: 0, within: 1),
        Self.gauges(.gapOpen, "purser_history_gap_seconds", Self.real, good: 3000, bad: 14_400, below: 14_399),
        Self.gauges(
            .certificateExpiring,
            "purser_certificate_left_seconds",
            ["subject": "server"],
            good: 5e6,
            bad: 14 * 86_400,
            below: 14 * 86_400 + 100
        ),
    ]

    private static func seconds(_ value: Double) -> MetricSample.Value {
        Self.count("purser_appstore_wire_seconds_sum", ["app": "shop"], value)
    }

    private static func secondsCount(_ value: Double) -> MetricSample.Value {
        Self.count("purser_appstore_wire_seconds_count", ["app": "shop"], value)
    }

    private static func notification(_ outcome: String, _ value: Double) -> MetricSample.Value {
        Self.count("purser_notifications_total", ["app": "shop", "outcome": outcome], value)
    }

    private static func refundFailure(_ code: String, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "code": code]
        return Self.count("purser_refund_failures_total", labels, value)
    }

    private static let money: [Self] = [
        Self(
            name: .refundAnswerRefused,
            good: [Self.refundFailure("appstore_refused", 0)],
            bad: [Self.refundFailure("appstore_refused", 1)],
            below: [Self.refundFailure("appstore_refused", 0), Self.refundFailure("appstore_timed_out", 1)],
            within: 1
        ),
        Self(
            name: .refundAnswerMissed,
            good: [Self.count("purser_refund_missed_total", Self.real, 0)],
            bad: [Self.count("purser_refund_missed_total", Self.real, 1)],
            below: [Self.count("purser_refund_missed_total", Self.real, 0)],
            within: 1
        ),
        Self.gauges(.refundAnswerDue, "purser_refund_answers_due", Self.real, good: 0, bad: 1, below: 0, within: 2),
        Self(
            name: .refundWave,
            good: [Self.type("DID_RENEW", 5), Self.refund("coins", 0.05)],
            bad: [Self.type("DID_RENEW", 5), Self.refund("coins", 30)],
            below: [Self.type("DID_RENEW", 5), Self.refund("coins", 0.19)],
            within: 2,
            needsWeek: true
        ),
        Self(
            name: .productRefunds,
            good: [Self.type("DID_RENEW", 5), Self.refund("coins", 0.02), Self.refund("monthly", 0.02)],
            bad: [Self.type("DID_RENEW", 5), Self.refund("coins", 0.3), Self.refund("monthly", 0.02)],
            below: [Self.type("DID_RENEW", 5), Self.refund("coins", 0.13), Self.refund("monthly", 0.02)],
            within: 1200,
            belowMinutes: 2000,
            resolvedWithin: 1700,
            needsWeek: true
        ),
        Self(
            name: .sandboxMoney,
            good: [Self.count("purser_sandbox_fulfilled_total", ["app": "shop"], 0)],
            bad: [Self.count("purser_sandbox_fulfilled_total", ["app": "shop"], 1)],
            below: [Self.count("purser_sandbox_fulfilled_total", ["app": "shop"], 1)],
            within: 50,
            belowMinutes: 49,
            resolvedWithin: 1600
        ),
    ]

    private static func report(_ outcome: String, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "kind": "products_loaded", "outcome": outcome]
        return Self.count("purser_app_reports_total", labels, value)
    }

    private static func orders(created: Double, refused: Double) -> [MetricSample.Value] {
        [
            Self.count(
                "purser_orders_total",
                ["app": "shop", "environment": "Production", "outcome": "created"],
                created
            ),
            Self.count("purser_order_refusals_total", ["app": "shop", "code": "order_refused"], refused),
        ]
    }

    private static let shop: [Self] = [
        Self.gauges(
            .fulfillmentDelay,
            "purser_fulfillment_oldest_open_seconds",
            ["app": "shop"],
            good: 10,
            bad: 3600,
            below: 3599
        ),
        Self.gauges(
            .streamsSuspended,
            "purser_webhook_suspended_streams",
            ["app": "shop", "endpoint": "backend"],
            good: 0,
            bad: 1,
            below: 0
        ),
        Self.gauges(
            .reportMissing,
            "purser_report_newest_age_seconds",
            ["app": "shop", "kind": "SALES"],
            good: 100_000,
            bad: 172_800,
            below: 172_700,
            within: 40
        ),
        Self.gauges(
            .dayUnexplained,
            "purser_reconciliation_unexplained_differences",
            ["app": "shop"],
            good: 0,
            bad: 1,
            below: 0,
            within: 130
        ),
        Self(
            name: .appFailing,
            good: [Self.report("ok", 10), Self.report("failed", 0)],
            bad: [Self.report("ok", 2), Self.report("failed", 8)],
            below: [Self.report("ok", 5.2), Self.report("failed", 4.8)],
            needsWeek: true
        ),
        Self(
            name: .ordersRefused,
            good: Self.orders(created: 5, refused: 0.1),
            bad: Self.orders(created: 5, refused: 5),
            below: Self.orders(created: 5, refused: 1.2),
            needsWeek: true
        ),
    ]

    private static let machine: [Self] = [
        Self.gauges(.backlog, "purser_writes_waiting", [:], good: 0, bad: 1000, below: 999),
        Self.gauges(.diskFilling, "purser_disk_free_bytes", [:], good: 50e9, bad: 1e9, below: 26e9, within: 1),
        Self.gauges(.clockDiffers, "purser_clock_difference_seconds", [:], good: 0, bad: 10, below: 9.9),
        Self(
            name: .databaseFailing,
            good: [Self.count("purser_database_failures_total", [:], 0)],
            bad: [Self.count("purser_database_failures_total", [:], 4)],
            below: [Self.count("purser_database_failures_total", [:], 1.6)],
            within: 6
        ),
        Self.gauges(.nodeLost, "purser_nodes_lost", [:], good: 0, bad: 1, below: 0, within: 2),
    ]
}

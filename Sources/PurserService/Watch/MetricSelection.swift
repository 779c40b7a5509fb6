package import Ledger

/// The metrics in the history, with their labels and the maximum number of series.
///
/// Series that differ in other labels of `/metrics` are added up. Every label is bounded: apps, environments, hosts and
/// endpoints by the configuration, outcomes by their class, and values from Apple and the shops by `limit` for each
/// app. So no app displaces the series of another, and no client can create series without a limit. `MetricQuota`
/// applies where the total is too large.
package struct MetricSelection: Sendable {
    /// The classification of an outcome, so that error codes create no series.
    private enum Classes {
        /// The result of evidence: `EvidenceOutcome`.
        case evidence
        /// The result of a call to Apple: `AppleOutcome`.
        case apple
        /// `ok` or `failed`.
        case success

        func of(_ outcome: String) -> String {
            switch self {
            case .evidence: EvidenceOutcome(code: outcome).rawValue
            case .apple: AppleOutcome(code: outcome).rawValue
            case .success: outcome == "ok" ? outcome : "failed"
            }
        }
    }

    /// A label with a maximum number of values for each app and environment.
    package struct Bound: Sendable {
        /// The label's name.
        package let label: String
        /// The maximum number of values.
        package let limit: Int
    }

    /// The metric's name; the history has `NAME_count` and `NAME_sum` of a timer.
    package let metric: String
    /// The labels in the history.
    package let labels: [String]
    /// The way in which values are aggregated.
    package let kind: MetricKind
    /// The label with a maximum number of values; `nil` where all labels are bounded by themselves.
    package let bound: Bound?
    /// Whether the metric takes precedence in the quota: an alarm reads it, and its labels have few values.
    package var isNeeded: Bool { self.isForAlarms && self.bound.map { $0.limit <= Self.few } ?? true }
    /// The maximum number of values of a label with few values.
    private static let few = 12
    private let isForAlarms: Bool
    /// Whether only Production counts.
    private let isProductionOnly: Bool
    private let classes: Classes?

    private init(
        _ kind: MetricKind,
        _ metric: String,
        _ labels: [String],
        bound: (label: String, limit: Int)? = nil,
        classes: Classes? = nil,
        isProductionOnly: Bool = false,
        isForAlarms: Bool = true
    ) {
        self.metric = metric
        self.labels = labels
        self.kind = kind
        self.bound = bound.map { Bound(label: $0.label, limit: $0.limit) }
        self.classes = classes
        self.isProductionOnly = isProductionOnly
        self.isForAlarms = isForAlarms
    }

    /// Returns the series of the history to which a series of a metric is added; `nil` where it is left out.
    package func key(_ name: String, _ labels: [String: String]) -> MetricKey? {
        if self.isProductionOnly, let environment = labels["environment"],
            environment != StoreEnvironment.production.rawValue
        {
            return nil
        }
        // Outcomes that state nothing about Apple are counted only in `/metrics`.
        if let outcome = labels["outcome"], case .apple? = self.classes, AppleOutcome(code: outcome) == .notAsked {
            return nil
        }
        let kept = self.labels.compactMap { label in
            labels[label].map { value in
                MetricKey.Label(label, label == "outcome" ? self.classes?.of(value) ?? value : value)
            }
        }
        return MetricKey(name, kept)
    }

    /// All metrics of the history.
    package static let all: [Self] = [
        Self(.count, "purser_alarm_evaluations_total", []),
        // Apple's notifications.
        Self(.count, "purser_notifications_total", ["app", "outcome"], classes: .evidence),
        Self(
            .count,
            "purser_notification_types_total",
            ["app", "environment", "type"],
            bound: ("type", 32),
            isProductionOnly: true
        ),
        Self(
            .count,
            "purser_notification_refusals_total",
            ["app", "code"],
            bound: ("code", 24),
            isForAlarms: false
        ),
        Self(.gauge, "purser_renewals_due", ["app", "environment"], isProductionOnly: true),
        Self(.gauge, "purser_renewals_seen", ["app", "environment"], isProductionOnly: true),
        Self(.gauge, "purser_status_drift", ["app", "environment"]),
        Self(.gauge, "purser_history_gap_seconds", ["app", "environment"]),
        // Actions of apps and shops.
        Self(.count, "purser_product_lists_total", ["app", "outcome"], classes: .success),
        Self(.count, "purser_orders_total", ["app", "environment", "outcome"], isProductionOnly: true),
        Self(.count, "purser_order_refusals_total", ["app", "code"], bound: ("code", 12)),
        Self(.count, "purser_submissions_total", ["app", "outcome"], classes: .evidence),
        Self(.count, "purser_app_reports_total", ["app", "kind", "outcome"]),
        Self(.count, "purser_purchases_total", ["app", "environment"], isForAlarms: false),
        Self(.count, "purser_subscription_purchases_total", ["app", "environment"]),
        // Refunds.
        Self(
            .count,
            "purser_refunds_total",
            ["app", "environment", "product"],
            bound: ("product", 30),
            isProductionOnly: true
        ),
        Self(.count, "purser_refund_requests_total", ["app", "environment"], isForAlarms: false),
        Self(.count, "purser_refund_answers_total", ["app", "environment", "timing"], isForAlarms: false),
        Self(.count, "purser_refund_failures_total", ["app", "environment", "code"], bound: ("code", 12)),
        Self(.count, "purser_refund_missed_total", ["app", "environment"]),
        Self(.gauge, "purser_refund_answers_due", ["app", "environment"]),
        // Fulfillment and the sandbox.
        Self(.count, "purser_fulfillment_delay_seconds", ["app", "environment"], isForAlarms: false),
        Self(.gauge, "purser_fulfillment_oldest_open_seconds", ["app"]),
        Self(.gauge, "purser_suspended_fulfillments", ["app"]),
        Self(.count, "purser_fulfillment_attempts_total", ["app", "outcome"]),
        Self(.count, "purser_sandbox_fulfilled_total", ["app"]),
        Self(.count, "purser_sandbox_coins_total", ["app"], isForAlarms: false),
        Self(.gauge, "purser_sandbox_customers", ["app"], isForAlarms: false),
        Self(.count, "purser_intake_delay_seconds", ["part"], isForAlarms: false),
        // The link to Apple.
        Self(.count, "purser_appstore_calls_total", ["app", "environment", "outcome"], classes: .apple),
        Self(.count, "purser_appstore_wire_seconds", ["app"]),
        Self(.gauge, "purser_link_up", ["host"]),
        Self(.count, "purser_link_failures_total", ["host", "place"]),
        Self(.count, "purser_link_probe_seconds", ["host"]),
        Self(.gauge, "purser_link_clock_offset_seconds", ["host"]),
        // Webhooks, queues, and the machine.
        Self(
            .count,
            "purser_webhook_attempts_total",
            ["app", "endpoint", "outcome"],
            bound: ("endpoint", 32),
            isForAlarms: false
        ),
        Self(.gauge, "purser_webhook_waiting_streams", ["app", "endpoint"], bound: ("endpoint", 32)),
        Self(.gauge, "purser_webhook_suspended_streams", ["app", "endpoint"], bound: ("endpoint", 32)),
        Self(.gauge, "purser_events_oldest_seconds", ["app", "sink"]),
        Self(.gauge, "purser_held_evidence", ["reason"], bound: ("reason", 16)),
        Self(.gauge, "purser_writes_waiting", []),
        Self(.count, "purser_commits_total", []),
        Self(.count, "purser_database_failures_total", []),
        Self(.gauge, "purser_disk_free_bytes", []),
        Self(.gauge, "purser_database_bytes", [], isForAlarms: false),
        Self(.gauge, "purser_clock_difference_seconds", []),
        Self(.gauge, "purser_certificate_left_seconds", ["subject"], bound: ("subject", 32)),
        Self(.gauge, "purser_revoked_certificates", []),
        Self(.gauge, "purser_nodes_lost", []),
        Self(.gauge, "purser_metrics_left_out", [], isForAlarms: false),
        Self(.count, "purser_report_fetches_total", ["app", "outcome"], classes: .apple),
        Self(.gauge, "purser_report_newest_age_seconds", ["app", "kind"]),
        Self(.gauge, "purser_reconciliation_unexplained_differences", ["app"]),
    ]
}

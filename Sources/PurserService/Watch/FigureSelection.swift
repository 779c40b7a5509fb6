package import Ledger

/// Which metrics the history keeps, and by which labels.
///
/// What `/metrics` shows by more labels is added up. A metric has at most `limit` series; what comes later is added up
/// under the value `other` of its last label.
package struct FigureSelection: Sendable {
    /// The metric's name; of a timer the history keeps `NAME_count` and `NAME_sum`.
    package let metric: String
    /// The labels that are kept.
    package let labels: [String]
    /// How values are added up.
    package let kind: FigureKind
    /// The most series.
    package let limit: Int

    private init(_ metric: String, _ labels: [String], _ kind: FigureKind, limit: Int) {
        self.metric = metric
        self.labels = labels
        self.kind = kind
        self.limit = limit
    }

    private static func count(_ metric: String, _ labels: [String], limit: Int = 8) -> Self {
        Self(metric, labels, .count, limit: limit)
    }

    private static func gauge(_ metric: String, _ labels: [String], limit: Int = 8) -> Self {
        Self(metric, labels, .gauge, limit: limit)
    }

    /// Everything that the history keeps.
    package static let all: [Self] = [
        .count("purser_alarm_evaluations_total", [], limit: 1),
        // What Apple sends.
        .count("purser_notifications_total", ["app", "outcome"], limit: 16),
        .count("purser_notification_types_total", ["app", "environment", "type"], limit: 32),
        .gauge("purser_renewals_due", ["app", "environment"]),
        .gauge("purser_renewals_seen", ["app", "environment"]),
        .gauge("purser_status_drift", ["app", "environment"]),
        .gauge("purser_history_gap_seconds", ["app", "environment"]),
        // What apps and shops do.
        .count("purser_product_lists_total", ["app", "outcome"]),
        .count("purser_orders_total", ["app", "environment", "outcome"], limit: 12),
        .count("purser_order_refusals_total", ["app", "code"], limit: 12),
        .count("purser_submissions_total", ["app", "outcome"], limit: 16),
        .count("purser_app_reports_total", ["app", "kind", "outcome"], limit: 20),
        .count("purser_purchases_total", ["app", "environment"]),
        // Refunds.
        .count("purser_refunds_total", ["app", "environment", "product"], limit: 30),
        .count("purser_refund_requests_total", ["app", "environment"]),
        .count("purser_refund_answers_total", ["app", "environment", "timing"]),
        .count("purser_refund_failures_total", ["app", "environment", "code"], limit: 12),
        .count("purser_refund_missed_total", ["app", "environment"]),
        .gauge("purser_refund_answers_due", ["app", "environment"]),
        // Fulfillment and the sandbox.
        .count("purser_delivery_delay_seconds", ["app", "environment"]),
        .gauge("purser_delivery_oldest_open_seconds", ["app"]),
        .count("purser_delivery_attempts_total", ["app", "outcome"]),
        .count("purser_sandbox_fulfilled_total", ["app"]),
        .count("purser_sandbox_coins_total", ["app"]),
        .gauge("purser_sandbox_customers", ["app"]),
        .count("purser_intake_delay_seconds", ["part"]),
        // The link to Apple.
        .count("purser_appstore_calls_total", ["app", "outcome"], limit: 20),
        .count("purser_appstore_call_seconds", ["app"]),
        .gauge("purser_link_up", ["host"]),
        .count("purser_link_failures_total", ["host", "step"], limit: 20),
        .count("purser_link_probe_seconds", ["host"]),
        .gauge("purser_link_clock_offset_seconds", ["host"]),
        // Webhooks, queues, the machine.
        .count("purser_webhook_attempts_total", ["app", "endpoint", "outcome"], limit: 12),
        .gauge("purser_webhook_waiting_lanes", ["app", "endpoint"]),
        .gauge("purser_webhook_parked_lanes", ["app", "endpoint"]),
        .gauge("purser_events_lag_seconds", ["app", "sink"]),
        .gauge("purser_held_evidence", ["reason"], limit: 10),
        .gauge("purser_writes_waiting", []),
        .count("purser_commits_total", []),
        .count("purser_database_failures_total", []),
        .gauge("purser_disk_free_bytes", []),
        .gauge("purser_database_bytes", []),
        .gauge("purser_clock_offset_seconds", []),
        .gauge("purser_certificate_left_seconds", ["subject"], limit: 10),
        .gauge("purser_revoked_certificates", []),
        .gauge("purser_nodes_lost", []),
        .count("purser_report_fetches_total", ["app", "outcome"], limit: 12),
        .gauge("purser_report_newest_age_seconds", ["app", "kind"]),
        .gauge("purser_reconciliation_unexplained_differences", ["app"]),
    ]
}

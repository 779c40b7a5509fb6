/// The gauges that only the leader records.
///
/// A node that is no longer the leader removes their values, because they would be outdated beside those of the new
/// leader.
package enum LeaderGauges {
    /// The names of the metrics.
    package static let names: Set<String> = [
        "purser_alarms", "purser_certificate_left_seconds", "purser_database_bytes", "purser_disk_free_bytes",
        "purser_events_oldest_seconds", "purser_metrics_left_out", "purser_history_gap_seconds",
        "purser_link_clock_offset_seconds", "purser_link_up",
        "purser_nodes", "purser_nodes_lost", "purser_receipt_check_lag_seconds", "purser_reconciliation_compared",
        "purser_reconciliation_unexplained_differences", "purser_refund_answers_due", "purser_renewals_due",
        "purser_renewals_seen", "purser_report_newest_age_seconds", "purser_revoked_certificates",
        "purser_sandbox_customers", "purser_status_drift",
    ]
}

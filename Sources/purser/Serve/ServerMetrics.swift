import Foundation
import Ledger
import Metrics
import Observability
import PersistenceSQL
import PurserService
import Synchronization

/// The metrics of a running server: counts of its work, and values that are read on request.
final class ServerMetrics: Sendable {
    /// The help texts of the metrics by name.
    static let help = [
        "purser_http_requests_total": "Completed requests, by route, method and status.",
        "purser_http_request_seconds": "Seconds until the response began, by route and method.",
        "purser_refusals_total": "Problem documents, by code.",
        "purser_notifications_total": "Notifications from Apple, by outcome.",
        "purser_notification_types_total": "Notifications from Apple that were recorded on arrival, by type.",
        "purser_notification_refusals_total": "Refused notifications from Apple, by the code of the error.",
        "purser_intake_delay_seconds":
            "Seconds from Apple's signature until a notification arrived, and until the commit.",
        "purser_purchases_total": "New purchases of the last day, including renewals.",
        "purser_subscription_purchases_total":
            "New subscription periods of the last day, including renewals.",
        "purser_storefront_purchases_total": "New purchases of the last day, by storefront.",
        "purser_storefront_refunds_total": "New refunds of the last day, by storefront.",
        "purser_refunds_total": "New refunds of the last day, by product.",
        "purser_refunded_milliunits_total": "Refunded amounts in thousandths, by currency.",
        "purser_submissions_total": "Submitted purchases, by form and outcome.",
        "purser_product_lists_total": "Requests for product lists, by outcome.",
        "purser_product_list_seconds": "Seconds until a product list was returned.",
        "purser_orders_total": "Orders, by outcome.",
        "purser_order_refusals_total": "Refused orders, by the code of the error.",
        "purser_order_paid_seconds": "Seconds from the creation of an order until its payment was recorded.",
        "purser_sandbox_fulfilled_total": "Sandbox purchases fulfilled by a server that also accepts Production.",
        "purser_sandbox_coins_total": "Coins fulfilled for Sandbox purchases.",
        "purser_sandbox_refused_total": "Sandbox purchases for which the policy provides nothing.",
        "purser_old_notifications_total": "Recorded version 1 notifications, by type.",
        "purser_unknown_item_ids_total": "App and product numbers in receipts that cannot be compared with anything.",
        "purser_unknown_fields_total": "Fields of new evidence that this version does not know, by object and name.",
        "purser_verify_receipt_total": "Responses in place of Apple's verifyReceipt, by status.",
        "purser_risk_crossings_total": "Customers whose risk points crossed the threshold, by direction.",
        "purser_reconciliation_compared": "Days compared with Apple's sales reports, by app and state.",
        "purser_reconciliation_unexplained_differences": "Unexplained differences on open days, by app.",
        "purser_reconciliation_reopened_total": "Accepted days that a correction reopened, by app.",
        "purser_receipt_checks_total": "Requests to Apple about stored receipts, by outcome.",
        "purser_receipt_check_lag_seconds": "How long the last checked receipt was overdue, in seconds.",
        "purser_retention_answers_total":
            "Responses to Apple about customers who are about to cancel, by the message shown.",
        "purser_retention_requests_unrecorded_total":
            "Requests for retention messages that were answered and could not be recorded.",
        "purser_held_evidence": "Stored evidence that is not applied, by reason.",
        "purser_fulfillment_delay_seconds": "Seconds from a purchase until its fulfillment, by app and environment.",
        "purser_fulfillment_attempts_total": "Calls to fulfill or revoke goods, by call and outcome.",
        "purser_fulfillment_oldest_open_seconds":
            "Age of the oldest purchase that is paid, not fulfilled and not suspended.",
        "purser_suspended_fulfillments": "Suspended fulfillments and revocations of goods.",
        "purser_refund_requests_total": "Refund requests from Apple, by app and environment.",
        "purser_refund_answers_total": "Answers that Apple received, by preference and whether in time.",
        "purser_refund_answer_seconds": "Seconds from Apple's request until Apple received the answer.",
        "purser_refund_failures_total": "Failed attempts to send an answer to Apple, by code.",
        "purser_refund_consumption_requests_total":
            "Calls that asked a fulfiller for the consumption of a purchase, by outcome.",
        "purser_refund_withheld_total": "Refund requests for which no answer is allowed, by reason.",
        "purser_refund_unconsented_milliunits_total": "Prices of the requests without the customer's consent.",
        "purser_refund_doubtful_total":
            "Requests for which it is unknown whether Apple received an answer in time.",
        "purser_refund_missed_total": "Requests without an answer in time.",
        "purser_refund_outcomes_total": "Apple's decisions, by outcome and by our answer.",
        "purser_refund_trial_outcomes_total": "Apple's decisions during trials of a policy, by arm and outcome.",
        "purser_commits_total": "Transactions committed to the database.",
        "purser_commit_units_total": "Units of work in these transactions.",
        "purser_writes_waiting": "Units of work that wait for the next transaction.",
        "purser_database_failures_total": "Reads and writes that the database refused, by code.",
        "purser_database_bytes": "Size of the database, on SQLite including its write-ahead log.",
        "purser_disk_free_bytes": "Free space on the disk of the server's files.",
        "purser_renewals_due": "Renewals due in the hour that ended an hour ago, by app and environment.",
        "purser_renewals_seen": "Those of them for which Apple has sent anything, by app and environment.",
        "purser_status_drift": "Share of the subscriptions checked in a day whose status at Apple differs.",
        "purser_status_checks_total": "Subscriptions whose status was compared with Apple's, by outcome.",
        "purser_history_gap_seconds": "Seconds since the instant up to which Apple's history was read.",
        "purser_refund_answers_due": "Refund requests with a deadline soon and no answer.",
        "purser_sandbox_customers": "Customers with fulfilled Sandbox purchases in the last 30 days, by app.",
        "purser_revoked_certificates": "Known revoked certificates of Apple's.",
        "purser_events_published_total": "Events published, by app and sink.",
        "purser_spans_dropped_total":
            "Spans that were dropped, because the collector did not respond or there were too many.",
        "purser_events_lag_seconds": "Age of the last published event, by app and sink.",
        "purser_events_oldest_seconds": "Age of the oldest event that was not sent yet, by app and sink.",
        "purser_appstore_calls_total": "Requests to Apple, by operation and outcome.",
        "purser_appstore_call_seconds": "Seconds of requests to Apple, including waits and repetitions.",
        "purser_appstore_wire_seconds": "Seconds of single exchanges with Apple, without waits of the server.",
        "purser_appstore_retries_total": "Exchanges that repeated a request to Apple.",
        "purser_appstore_budget_waits_total": "Requests to Apple that had to wait for the app's rate limit.",
        "purser_app_reports_total": "Events that apps reported, by kind, outcome and StoreKit's code.",
        "purser_app_report_seconds": "Seconds that such events took on devices, according to the apps.",
        "purser_link_up": "1 if the newest probe of one of Apple's hosts got a correct response, otherwise 0.",
        "purser_link_probe_seconds": "Seconds of each step of a probe of one of Apple's hosts.",
        "purser_link_failures_total": "Failed probes of one of Apple's hosts, by step, cause and place.",
        "purser_link_clock_offset_seconds": "Seconds by which a host's clock is ahead of this node's.",
        "purser_reports_total": "Imported or fetched reports of Apple's, by kind and outcome.",
        "purser_report_fetches_total": "Reports requested from App Store Connect, by kind and outcome.",
        "purser_report_newest_age_seconds": "Age of the newest period for which a report, or its absence, is known.",
        "purser_alarm_notices_total": "Notices about alarms, by channel and outcome.",
        "purser_heartbeats_total": "Calls of the heartbeat's address, by outcome.",
        "purser_clock_difference_seconds": "Absolute difference between the database's clock and this node's.",
        "purser_clock_offset_seconds": "Seconds by which the database's clock is ahead of this node's.",
        "purser_alarm_evaluations_total": "Evaluations of the alarms by the leader.",
        "purser_alarms": "Alarms, by name and state.",
        "purser_nodes": "Working nodes.",
        "purser_nodes_lost": "Nodes whose samples stopped without a goodbye.",
        "purser_metrics_left_out": "Series that the history of metrics excludes for lack of space.",
        "purser_build_info": "Always 1; the schema of the database and the API's version are labels.",
        "process_resident_memory_bytes": "Memory in use.",
        "process_start_time_seconds": "When the process started, in seconds since 1970.",
        "process_cpu_seconds_total": "Processor time used.",
        "process_open_fds": "Files and sockets that are open.",
    ]

    /// The timers that measure hours and days.
    static let spans: Set<String> = [
        "purser_fulfillment_delay_seconds", "purser_intake_delay_seconds", "purser_order_paid_seconds",
        "purser_refund_answer_seconds",
    ]

    /// The values of the repository's own counts that were already added to counters.
    private struct Reported {
        var commits = 0
        var units = 0
        var failures: [RepositoryError: Int] = [:]
        var cpuSeconds = 0.0
    }

    private let registry: MetricsRegistry
    private let repository: any SQLRepository
    private let reported = Mutex(Reported())

    /// Creates the metrics of a server with this repository, in this registry.
    init(registry: MetricsRegistry, repository: any SQLRepository) {
        self.registry = registry
        self.repository = repository
    }

    /// Returns all metrics in the text format of Prometheus.
    func text() async -> String {
        self.reportProcess()
        self.reportWrites()
        await HeldMetrics.record(from: self.repository)
        return self.registry.text()
    }

    /// Returns a sampler of these metrics for the history.
    func sampler() -> MetricSampler {
        MetricSampler(visiting: self.registry.visit) {
            self.reportWrites()
            await HeldMetrics.record(from: self.repository)
        }
    }

    /// Removes the metrics of these names, until they are recorded again.
    func forget(_ names: Set<String>) { self.registry.forget(names) }

    private func reportProcess() {
        Gauge(label: "purser_build_info", dimensions: [("api", "1"), ("schema", self.repository.schema)])
            .record(1)
        guard let metrics = ProcessMetrics() else { return }
        Gauge(label: "process_resident_memory_bytes").record(metrics.residentBytes)
        Gauge(label: "process_start_time_seconds").record(metrics.startedAtSeconds)
        Gauge(label: "process_open_fds").record(metrics.openFileCount)
        let used = self.reported.withLock { reported in
            defer { reported.cpuSeconds = max(reported.cpuSeconds, metrics.cpuSeconds) }
            return metrics.cpuSeconds - reported.cpuSeconds
        }
        FloatingPointCounter(label: "process_cpu_seconds_total").increment(by: used)
    }

    private func reportWrites() {
        let statistics = self.repository.statistics
        let (commits, units) = self.reported.withLock { reported in
            defer { (reported.commits, reported.units) = (statistics.commits, statistics.units) }
            return (statistics.commits - reported.commits, statistics.units - reported.units)
        }
        Counter(label: "purser_commits_total").increment(by: commits)
        Counter(label: "purser_commit_units_total").increment(by: units)
        Gauge(label: "purser_writes_waiting").record(statistics.waiting)
        let failures = self.repository.failureCounts
        let known = self.reported.withLock { reported in
            defer { reported.failures = failures }
            return reported.failures
        }
        // Each exists from the beginning, so that 0 means that there were none.
        for error in RepositoryError.allCases where error != .leaseLost {
            Counter(label: "purser_database_failures_total", dimensions: [("code", error.code)])
                .increment(by: (failures[error] ?? 0) - (known[error] ?? 0))
        }
    }
}

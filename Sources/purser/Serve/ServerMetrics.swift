import Foundation
import Ledger
import Metrics
import Observability
import PersistenceSQL
import PurserService
import Synchronization

/// The metrics of a running server: what was counted while it worked, and what is looked up when somebody asks.
final class ServerMetrics: Sendable {
    /// What the metrics of each name mean, for whoever reads them without the documentation.
    static let help = [
        "purser_http_requests_total": "Requests answered, by route, method and status.",
        "purser_http_request_seconds": "Time until the answer began, by route and method.",
        "purser_refusals_total": "Problem documents answered, by code.",
        "purser_notifications_total": "Notifications of Apple's, by what became of them.",
        "purser_notification_types_total": "Notifications of Apple's that were recorded as they came, by type.",
        "purser_intake_delay_seconds":
            "Time from Apple's signature until a notification was here, and until the commit.",
        "purser_purchases_total": "Purchases of the last day that became known, renewals among them.",
        "purser_subscription_purchases_total":
            "Periods of subscriptions of the last day that became known, renewals among them.",
        "purser_storefront_purchases_total": "Purchases of the last day that became known, by storefront.",
        "purser_storefront_refunds_total": "Refunds of the last day that became known, by storefront.",
        "purser_refunds_total": "Refunds of the last day that became known, by product.",
        "purser_refunded_milliunits_total": "What was refunded, in thousandths, by currency.",
        "purser_submissions_total": "Purchases that were submitted, by form and by what became of them.",
        "purser_product_lists_total": "Lists of products that were asked for, by how that ended.",
        "purser_product_list_seconds": "Time until a list of products was answered.",
        "purser_orders_total": "Orders, by what became of them.",
        "purser_order_refusals_total": "Orders that were not made, by the code of the refusal.",
        "purser_order_paid_seconds": "Time from the making of an order until its payment was known.",
        "purser_sandbox_fulfilled_total": "Purchases of the Sandbox fulfilled by a server that takes Production too.",
        "purser_sandbox_coins_total": "Coins fulfilled for purchases of the Sandbox.",
        "purser_sandbox_refused_total": "Purchases of the Sandbox that the policy gives nothing for.",
        "purser_old_notifications_total": "Notifications of version 1 that were taken, by type.",
        "purser_unknown_item_ids_total": "Numbers of apps and products in receipts that nothing can be compared with.",
        "purser_verify_receipt_total": "Answers in the place of Apple's verifyReceipt, by status.",
        "purser_risk_crossings_total": "Customers whose reasons to look twice crossed the line, by direction.",
        "purser_reconciliation_compared": "Days compared with Apple's sales reports, by app and state.",
        "purser_reconciliation_unexplained_differences": "Differences on open days that nothing explains, by app.",
        "purser_reconciliation_reopened_total": "Times that a correction opened an accepted day again, by app.",
        "purser_receipt_checks_total": "Times Apple was asked about a stored receipt, by what came of it.",
        "purser_receipt_check_lag_seconds": "How long the stored receipt was overdue that was asked about last.",
        "purser_retention_answers_total": "Answers to Apple about customers who are about to cancel, by what is shown.",
        "purser_held_evidence": "Evidence on disk that is not applied, by reason.",
        "purser_fulfillment_delay_seconds": "Time from a purchase until it was fulfilled, by app and environment.",
        "purser_fulfillment_attempts_total": "Attempts to have goods fulfilled or revoked, by call and outcome.",
        "purser_fulfillment_oldest_open_seconds":
            "How old the oldest purchase is that is paid, not fulfilled and not suspended.",
        "purser_suspended_fulfillments": "Fulfillments and revocations of goods that are suspended.",
        "purser_refund_requests_total": "Requests of Apple's about refunds, by app and environment.",
        "purser_refund_answers_total": "Answers that Apple has received, by what was asked for and whether in time.",
        "purser_refund_answer_seconds": "Time from Apple's request until it had received the answer.",
        "purser_refund_failures_total": "Attempts to tell Apple about a refund that failed, by code.",
        "purser_refund_consumption_requests_total":
            "Calls that asked a fulfiller how a purchase was used, by what came of them.",
        "purser_refund_withheld_total": "Requests about which nothing may be told, by reason.",
        "purser_refund_unconsented_milliunits_total": "The prices of those that lack the customer's consent.",
        "purser_refund_doubtful_total":
            "Requests of which nobody knows whether they were answered while Apple listened.",
        "purser_refund_missed_total": "Requests that nobody answered while Apple listened.",
        "purser_refund_outcomes_total": "What Apple decided, by outcome and by what it was told.",
        "purser_refund_trial_outcomes_total": "What Apple decided where a policy was tried, by arm and outcome.",
        "purser_commits_total": "Transactions committed to the database.",
        "purser_commit_units_total": "Units of work committed in them.",
        "purser_writes_waiting": "Units of work that wait for the next transaction.",
        "purser_database_failures_total": "Reads and writes that the database refused, by code.",
        "purser_database_bytes": "How large the database is, on SQLite with its write-ahead log.",
        "purser_disk_free_bytes": "How much may still be written to the disk of the server's files.",
        "purser_renewals_due": "Renewals due in the hour that ended an hour ago, by app and environment.",
        "purser_renewals_seen": "Those of them of which Apple has said anything, by app and environment.",
        "purser_status_drift": "The share of checked subscriptions of which Apple says another status, of a day.",
        "purser_status_checks_total": "Subscriptions whose status was compared with Apple's, by outcome.",
        "purser_history_gap_seconds": "How long ago the instant is up to which Apple's history was read.",
        "purser_refund_answers_due": "Requests about refunds that must be answered soon and are not.",
        "purser_sandbox_customers": "Customers with fulfilled Sandbox purchases of the last 30 days, by app.",
        "purser_revoked_certificates": "Certificates of Apple's that are known to be revoked.",
        "purser_events_published_total": "Events published, by app and sink.",
        "purser_spans_dropped_total":
            "Spans that no collector was told of, because it did not answer or too many came.",
        "purser_events_lag_seconds": "How old the event told last was, by app and sink.",
        "purser_events_oldest_seconds": "How old the oldest event is that was not sent yet, by app and sink.",
        "purser_appstore_calls_total": "Requests to Apple, by operation and how they ended.",
        "purser_appstore_call_seconds": "Time of requests to Apple, with all waits and repetitions.",
        "purser_appstore_wire_seconds": "Time of single exchanges with Apple, without any wait of ours.",
        "purser_appstore_retries_total": "Exchanges that repeated a request to Apple.",
        "purser_appstore_budget_waits_total": "Times a request to Apple had to wait for the app's rate.",
        "purser_app_reports_total": "Events that apps reported, by kind, outcome and StoreKit's code.",
        "purser_app_report_seconds": "How long such events took on devices, as apps say.",
        "purser_link_up": "1 where the newest probe of a host of Apple's got a right answer, 0 where not.",
        "purser_link_probe_seconds": "Time of each step of a probe of a host of Apple's.",
        "purser_link_failures_total": "Probes of a host of Apple's that failed, by step, cause and place.",
        "purser_link_clock_offset_seconds": "How far a host's clock is ahead of this node's.",
        "purser_reports_total": "Apple's reports that were imported or fetched, by kind and outcome.",
        "purser_report_fetches_total": "Reports that App Store Connect was asked for, by kind and outcome.",
        "purser_report_newest_age_seconds": "How old the newest period is of which a report, or none, is known.",
        "purser_alarm_notices_total": "Notices about alarms, by channel and what came of them.",
        "purser_heartbeats_total": "Calls of the heartbeat's address, by what came of them.",
        "purser_clock_difference_seconds": "How far the database's clock is from this node's, ahead or behind.",
        "purser_clock_offset_seconds": "How far the database's clock is ahead of this node's.",
        "purser_alarm_evaluations_total": "Times that the leader evaluated the alarms.",
        "purser_alarms": "Alarms, by name and state.",
        "purser_nodes": "Nodes that work.",
        "purser_nodes_lost": "Nodes whose samples stopped without a goodbye.",
        "purser_metrics_left_out": "Series for which the history of metrics has no room.",
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

    /// What has been reported as counters of what the repository counts itself.
    private struct Reported {
        var commits = 0
        var units = 0
        var failures: [RepositoryError: Int] = [:]
        var cpuSeconds = 0.0
    }

    private let registry: MetricsRegistry
    private let repository: any SQLRepository
    private let reported = Mutex(Reported())

    /// The metrics of a server with this repository, counted in this registry.
    init(registry: MetricsRegistry, repository: any SQLRepository) {
        self.registry = registry
        self.repository = repository
    }

    /// All metrics in the text form of Prometheus.
    func text() async -> String {
        self.reportProcess()
        self.reportWrites()
        await HeldMetrics.record(from: self.repository)
        return self.registry.text()
    }

    /// Takes samples of these metrics for the history.
    func sampler() -> MetricSampler {
        MetricSampler(visiting: self.registry.visit) {
            self.reportWrites()
            await HeldMetrics.record(from: self.repository)
        }
    }

    /// Forgets the metrics of these names, until they are recorded again.
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
        // Each exists from the beginning, so that none is known to be 0.
        for error in RepositoryError.allCases where error != .leaseLost {
            Counter(label: "purser_database_failures_total", dimensions: [("code", error.code)])
                .increment(by: (failures[error] ?? 0) - (known[error] ?? 0))
        }
    }
}

import Foundation
import Ledger
import Metrics
import Observability
import PersistenceSQL
import Synchronization

/// The figures of a running server: what was counted while it worked, and what is looked up when somebody asks.
final class ServerFigures: Sendable {
    /// What the figures of each name mean, for whoever reads them without the documentation.
    static let help = [
        "purser_http_requests_total": "Requests answered, by route, method and status.",
        "purser_http_request_seconds": "Time until the answer began, by route and method.",
        "purser_refusals_total": "Problem documents answered, by code.",
        "purser_notifications_total": "Notifications of Apple's, by what became of them.",
        "purser_old_notifications_total": "Notifications of version 1 that were taken, by type.",
        "purser_unknown_item_ids_total": "Numbers of apps and products in receipts that nothing can be compared with.",
        "purser_verify_receipt_total": "Answers in the place of Apple's verifyReceipt, by status.",
        "purser_risk_crossings_total": "Customers whose reasons to look twice crossed the line, by direction.",
        "purser_reconciliation_compared": "Days compared with Apple's sales reports, by app and state.",
        "purser_reconciliation_unexplained_differences": "Differences on open days that nothing explains, by app.",
        "purser_reconciliation_reopened_total": "Times that a correction opened an accepted day again, by app.",
        "purser_receipt_questions_total": "Times Apple was asked about a kept receipt, by what came of it.",
        "purser_receipt_question_lag_seconds": "How long the kept receipt was overdue that was asked about last.",
        "purser_retention_answers_total": "Answers to Apple about customers who are about to cancel, by what is shown.",
        "purser_held_evidence": "Evidence on disk that is not applied, by reason.",
        "purser_delivery_delay_seconds": "Time from a purchase until it was handed over, by app and environment.",
        "purser_delivery_attempts_total": "Attempts to have goods handed over or taken back, by call and outcome.",
        "purser_delivery_oldest_open_seconds": "How old the oldest purchase is that is paid and not handed over.",
        "purser_refund_requests_total": "Requests of Apple's about refunds, by app and environment.",
        "purser_refund_answers_total": "Answers that Apple has received, by what was asked for and whether in time.",
        "purser_refund_answer_seconds": "Time from Apple's request until it had received the answer.",
        "purser_refund_failures_total": "Attempts to tell Apple about a refund that failed, by code.",
        "purser_refund_asked_total": "Calls that asked a fulfiller how a purchase was used, by what came of them.",
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
        "purser_events_told_total": "Events told, by app and sink.",
        "purser_spans_dropped_total":
            "Spans that no collector was told of, because it did not answer or too many came.",
        "purser_events_lag_seconds": "How old the event told last was, by app and sink.",
        "purser_appstore_calls_total": "Requests to Apple, by operation and how they ended.",
        "purser_appstore_call_seconds": "Time of requests to Apple, with all waits and repetitions.",
        "purser_appstore_budget_waits_total": "Times a request to Apple had to wait for the app's rate.",
        "purser_reports_total": "Apple's reports that were imported or fetched, by kind and outcome.",
        "purser_report_fetches_total": "Reports that App Store Connect was asked for, by kind and outcome.",
        "purser_report_newest_age_seconds": "How old the newest period is of which a report, or none, is known.",
        "purser_clock_offset_seconds": "How far the database's clock is ahead of this node's.",
        "purser_build_info": "Always 1; the schema of the database and the API's version are labels.",
        "process_resident_memory_bytes": "Memory in use.",
        "process_start_time_seconds": "When the process started, in seconds since 1970.",
        "process_cpu_seconds_total": "Processor time used.",
        "process_open_fds": "Files and sockets that are open.",
    ]

    /// The timers that measure hours and days.
    static let spans: Set<String> = ["purser_delivery_delay_seconds", "purser_refund_answer_seconds"]

    /// What has been reported as counters of what the repository counts itself.
    private struct Reported {
        var commits = 0
        var units = 0
        var cpuSeconds = 0.0
    }

    private let registry: MetricsRegistry
    private let repository: any SQLRepository
    private let reported = Mutex(Reported())

    /// The figures of a server with this repository, counted in this registry.
    init(registry: MetricsRegistry, repository: any SQLRepository) {
        self.registry = registry
        self.repository = repository
    }

    /// All figures in the text form of Prometheus.
    func text() async -> String {
        self.reportProcess()
        self.reportWrites()
        await self.reportHeld()
        return self.registry.text()
    }

    private func reportProcess() {
        Gauge(label: "purser_build_info", dimensions: [("api", "1"), ("schema", self.repository.schema)])
            .record(1)
        guard let figures = ProcessFigures() else { return }
        Gauge(label: "process_resident_memory_bytes").record(figures.residentBytes)
        Gauge(label: "process_start_time_seconds").record(figures.startedAtSeconds)
        Gauge(label: "process_open_fds").record(figures.openFileCount)
        let used = self.reported.withLock { reported in
            defer { reported.cpuSeconds = max(reported.cpuSeconds, figures.cpuSeconds) }
            return figures.cpuSeconds - reported.cpuSeconds
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
    }

    private func reportHeld() async {
        // What cannot be read now keeps its last value; that the database is ill says health.
        guard let counts = try? await self.repository.heldCounts() else { return }
        for reason in HeldEvidence.Reason.allCases {
            Gauge(label: "purser_held_evidence", dimensions: [("reason", reason.rawValue)]).record(counts[reason] ?? 0)
        }
    }
}

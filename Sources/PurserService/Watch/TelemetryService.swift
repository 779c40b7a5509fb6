package import Ledger
import Metrics

/// Counts the reports of apps as metrics, and stores nothing else of them.
package struct TelemetryService: Sendable {
    /// Reports of one app in one request.
    package struct Batch: Hashable, Sendable {
        /// The reports.
        package let reports: [AppReport]
        /// The share of events that the app reports, more than 0 and at most 1; each report counts `1 / sample` times.
        package let sample: Double
        /// The instant of sending by the clock of the device; `nil` where the app does not state it.
        package let sentAt: Instant?

        /// Creates a batch.
        package init(_ reports: [AppReport], sample: Double = 1, sentAt: Instant? = nil) {
            self.reports = reports
            self.sample = sample
            self.sentAt = sentAt
        }

        /// The number of events for which the batch counts, rounded once, because rounding errors of single reports
        /// would add up.
        package var weight: Int {
            Int((Double(self.reports.reduce(0) { $0 + $1.count }) / self.sample).rounded())
        }
    }

    /// The result of a batch.
    package struct Outcome: Hashable, Sendable {
        /// The number of counted reports.
        package let counted: Int
        /// The number of reports that are too old to be counted.
        package let late: Int
    }

    /// The maximum number of reports in a batch.
    package static let greatestBatch = 100
    /// The minimum share of events that an app may report.
    package static let leastSample = 0.01
    /// The maximum number of events for which a batch of an app in the field counts, because the app's key is not
    /// secret.
    package static let greatestWeight = 1000
    /// The maximum age of a report that is counted.
    package static let greatestAge = Span.hours(1)

    private let now: @Sendable () -> Instant

    /// Creates a service that follows real time, as the devices do.
    package init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// Counts the reports of an app.
    ///
    /// Clocks of devices are unreliable. Where the batch has the instant of sending, the age of a report is the
    /// difference of the two instants of the device; an instant in the future counts as now.
    package func count(_ batch: Batch, of app: AppName) -> Outcome {
        let sent = batch.sentAt ?? self.now()
        var counted = 0
        for report in batch.reports where report.at.map({ sent - $0 <= Self.greatestAge }) ?? true {
            counted += 1
            // One of three is not a whole number of events, but many of them are.
            FloatingPointCounter(
                label: "purser_app_reports_total",
                dimensions: [
                    ("app", app.rawValue), ("kind", report.kind.rawValue), ("outcome", report.outcome.rawValue),
                    ("code", report.code?.name ?? "none"),
                ]
            ).increment(by: Double(report.count) / batch.sample)
            guard let milliseconds = report.milliseconds else { continue }
            Timer(
                label: "purser_app_report_seconds",
                dimensions: [("app", app.rawValue), ("kind", report.kind.rawValue)]
            ).recordMilliseconds(milliseconds)
        }
        return Outcome(counted: counted, late: batch.reports.count - counted)
    }
}

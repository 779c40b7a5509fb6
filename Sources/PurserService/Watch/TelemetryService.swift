package import Ledger
import Metrics

/// Counts what apps report as metrics, and keeps nothing else of it.
package struct TelemetryService: Sendable {
    /// Reports of one app that came together.
    package struct Batch: Hashable, Sendable {
        /// The reports.
        package let reports: [AppReport]
        /// The part of all events that the app reports, more than 0 and at most 1; each report counts for `1 / sample`.
        package let sample: Double
        /// When it was sent, by the clock of the device; `nil` where the app does not say.
        package let sentAt: Instant?

        /// A batch of these values.
        package init(_ reports: [AppReport], sample: Double = 1, sentAt: Instant? = nil) {
            self.reports = reports
            self.sample = sample
            self.sentAt = sentAt
        }

        /// For how many events all of it counts, rounded once: rounding each report would add up.
        package var weight: Int {
            Int((Double(self.reports.reduce(0) { $0 + $1.count }) / self.sample).rounded())
        }
    }

    /// What became of a batch.
    package struct Outcome: Hashable, Sendable {
        /// How many of its reports were counted.
        package let counted: Int
        /// How many are of a time so long ago that they say nothing about now, and were not counted.
        package let late: Int
    }

    /// The most reports of a batch.
    package static let greatestBatch = 100
    /// The smallest part of all events that an app may report.
    package static let leastSample = 0.01
    /// The most events for which a batch counts that comes from an app in the field: its key is no secret.
    package static let greatestWeight = 1000
    /// How old a report may be to be counted.
    package static let greatestAge = Span.hours(1)

    private let now: @Sendable () -> Instant

    /// A service that goes by real time, as the devices do.
    package init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// Counts the reports of an app.
    ///
    /// Clocks of devices are wrong. Where the batch says when it was sent, the age of a report is the time between both
    /// instants of the device, whatever its clock says; and what seems to come from the future happened just now.
    package func count(_ batch: Batch, of app: AppName) -> Outcome {
        let sent = batch.sentAt ?? self.now()
        var counted = 0
        for report in batch.reports where report.at.map({ sent - $0 <= Self.greatestAge }) ?? true {
            counted += 1
            // One of three is no whole number of events, and many of them are.
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

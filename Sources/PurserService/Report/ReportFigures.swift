import Ledger
import Metrics

/// How many reports came, and what became of them.
struct ReportFigures: Sendable {
    /// Takes note of a report that came.
    func note(_ kind: ReportKind?, _ outcome: String, of app: AppName) {
        Counter(
            label: "purser_reports_total",
            dimensions: [("app", app.rawValue), ("kind", kind?.rawValue ?? "unknown"), ("outcome", outcome)]
        ).increment()
    }
}

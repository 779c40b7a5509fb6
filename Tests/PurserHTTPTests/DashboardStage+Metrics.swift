import Ledger
import PurserService
import PurserTesting

/// The history of metrics.
extension DashboardStage {
    /// Writes a value of now into the history of a metric of the app.
    func write(
        _ value: Double,
        of metric: String,
        _ kind: MetricKind,
        _ resolution: MetricResolution,
        labels: [MetricKey.Label] = []
    ) async throws {
        let key = MetricKey(metric, [MetricKey.Label("app", self.shop.app.name.rawValue)] + labels)
        let point = resolution.point(of: self.services.metrics.now())
        var row = MetricRow(MetricRow.ID(key, resolution, resolution.row(ofPoint: point)), kind)
        if kind == .gauge { row.set(value, atPoint: point) } else { row.add(value, atPoint: point) }
        let written = row
        try await self.shop.repository.write { unit in
            try unit.aggregate([written], removing: [], droppingBefore: [:])
        }
    }
}

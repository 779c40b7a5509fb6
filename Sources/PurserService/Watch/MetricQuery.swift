package import Ledger

/// Reads the history of metrics, for graphs.
package struct MetricQuery: Sendable {
    /// A series over a span of time.
    package struct Series: Sendable {
        /// The series.
        package let key: MetricKey
        /// The way in which values are aggregated.
        package let kind: MetricKind
        /// The value for each point of the span; `nil` where it is unknown.
        package let points: [Float?]
    }

    /// The maximum number of points of a series in an answer.
    package static let greatestPointCount = 2000
    /// The number of points in an answer to a request without a start.
    package static let defaultPointCount = 240

    private let repository: any Repository
    /// The ledger's time.
    package let now: @Sendable () -> Instant

    /// Creates a query of a repository.
    package init(repository: any Repository, now: @escaping @Sendable () -> Instant) {
        self.repository = repository
        self.now = now
    }

    /// Returns the series that have a history, sorted.
    ///
    /// - Parameter app: The app whose series are returned, beside those of the whole server; `nil` for all apps.
    /// - Returns: The series.
    /// - Throws: The reason why nothing could be read.
    package func keys(of app: AppName?) async throws(RepositoryError) -> [MetricKey] {
        try await self.repository.read { view in try view.metricKeys(of: app) }
    }

    /// Returns the points of every series of a metric, sorted by series.
    ///
    /// - Parameters:
    ///   - metric: The metric's name.
    ///   - app: The app whose series are returned, beside those of the whole server; `nil` for all apps.
    ///   - resolution: The resolution.
    ///   - points: The points, at most `greatestPointCount`.
    /// - Returns: The series that have a row in the span.
    /// - Throws: The reason why nothing could be read.
    package func series(
        of metric: String,
        app: AppName?,
        _ resolution: MetricResolution,
        _ points: ClosedRange<Int64>
    ) async throws(RepositoryError) -> [Series] {
        let numbers = resolution.row(ofPoint: points.lowerBound)...resolution.row(ofPoint: points.upperBound)
        let rows = try await self.repository.read { view in
            let keys = try view.metricKeys(of: app).filter { $0.metric == metric }
            return keys.isEmpty ? [] : try view.metricRows(resolution, numbers, of: keys)
        }
        return Dictionary(grouping: rows, by: \.id.key).sorted { $0.key < $1.key }.map { key, rows in
            var values = [Float?](repeating: nil, count: points.count)
            for row in rows {
                let first = row.id.number * Int64(resolution.pointsPerRow)
                for (index, value) in row.points.enumerated() where !value.isNaN {
                    let point = first + Int64(index)
                    if points.contains(point) { values[Int(point - points.lowerBound)] = value }
                }
            }
            return Series(key: key, kind: rows.first?.kind ?? .count, points: values)
        }
    }
}

extension ReadView {
    /// Returns the series with a history of an app and of the whole server, sorted; `nil` for all apps.
    fileprivate func metricKeys(of app: AppName?) throws -> [MetricKey] {
        try self.metricKeys().filter { key in
            guard let app, let own = key.app else { return true }
            return own == app
        }
    }
}

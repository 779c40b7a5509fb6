package import Ledger

/// Reads the history of metrics, for graphs.
package struct MetricQuery: Sendable {
    /// One series over a span.
    package struct Series: Sendable {
        /// The series.
        package let key: MetricKey
        /// How its values are added up.
        package let kind: MetricKind
        /// One value for each point of the span; `nil` where nothing is known.
        package let points: [Float?]
    }

    /// The most points of one series in an answer.
    package static let greatestPointCount = 2000
    /// How many points an answer has where the question does not say from when.
    package static let defaultPointCount = 240

    private let repository: any WatchRepository
    /// The ledger's time.
    package let now: @Sendable () -> Instant

    /// A query of a repository.
    package init(repository: any WatchRepository, now: @escaping @Sendable () -> Instant) {
        self.repository = repository
        self.now = now
    }

    /// Returns the series of which there is a history, sorted.
    ///
    /// - Parameter app: The app whose series are wanted, beside those of the whole server; `nil` for every app.
    /// - Returns: The series.
    /// - Throws: Why nothing could be read.
    package func keys(of app: AppName?) async throws(RepositoryError) -> [MetricKey] {
        try await self.repository.metricKeys().filter { key in
            guard let app, let own = key.app else { return true }
            return own == app
        }
    }

    /// Returns the points of every series of a metric, sorted by series.
    ///
    /// - Parameters:
    ///   - metric: The metric's name.
    ///   - app: The app whose series are wanted, beside those of the whole server; `nil` for every app.
    ///   - resolution: The resolution.
    ///   - points: The points, at most `greatestPointCount`.
    /// - Returns: The series that have a row in the span.
    /// - Throws: Why nothing could be read.
    package func series(
        of metric: String,
        app: AppName?,
        _ resolution: MetricResolution,
        _ points: ClosedRange<Int64>
    ) async throws(RepositoryError) -> [Series] {
        let keys = try await self.keys(of: app).filter { $0.metric == metric }
        guard !keys.isEmpty else { return [] }
        let numbers = resolution.row(ofPoint: points.lowerBound)...resolution.row(ofPoint: points.upperBound)
        let rows = try await self.repository.metricRows(resolution, numbers, of: keys)
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

/// Loads and saves the history of metrics.
package protocol WatchStorage: CustomerStorage {
    /// Returns the series with a history.
    func metricSeries() throws -> [NumberedSeries]

    /// Returns the labels of a series in their stored form, which is the same for the same labels.
    func labels(of key: MetricKey) -> String

    /// Adds a series with the kind of its first row.
    func addSeries(of key: MetricKey, _ kind: MetricKind) throws -> NumberedSeries

    /// Saves the kind of a series.
    func put(_ kind: MetricKind, ofSeries series: Int64) throws

    /// Saves a row of a series; it replaces the row with its id.
    func put(_ row: MetricRow, ofSeries series: Int64) throws

    /// Deletes the sample of a node, which a row contains.
    func delete(_ sample: NodeSample) throws

    /// Deletes the rows before a row number in a resolution, and returns how many there were.
    func dropRows(_ resolution: MetricResolution, before number: Int64) throws -> Int

    /// Deletes the rows of a series, unless one is in a finer resolution than hours.
    func dropRowsOfHours(ofSeries series: Int64) throws

    /// Deletes the series without rows.
    func dropEmptySeries() throws

    /// Returns the number of bytes of all rows, with `MetricHistory.bytesPerRow` for each.
    func metricByteCount() throws -> Int

    /// Returns the number of the oldest row in a resolution; `nil` where there is none.
    func oldestRow(_ resolution: MetricResolution) throws -> Int64?
}

/// A series of metrics as the repository stores it.
package struct NumberedSeries: Sendable {
    /// The name of a series.
    package struct Name: Hashable, Sendable {
        /// The metric.
        package let metric: String
        /// The labels in their stored form.
        package let labels: String

        /// Creates the name of a series of a metric.
        package init(metric: String, labels: String) {
            self.metric = metric
            self.labels = labels
        }
    }

    /// The number of the series.
    package let number: Int64
    /// The name.
    package let name: Name
    /// The kind of its last written row.
    package var kind: MetricKind

    /// Creates a series with these values.
    package init(number: Int64, name: Name, kind: MetricKind) {
        self.number = number
        self.name = name
        self.kind = kind
    }
}

extension LedgerStorage {
    /// Stores aggregated rows of the history, removes the samples that they contain, and deletes old rows.
    package func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) throws {
        try self.put(rows)
        for sample in samples { try self.delete(sample) }
        var dropped = 0
        for (resolution, number) in rowNumbers { dropped += try self.dropRows(resolution, before: number) }
        if dropped > 0 { try self.dropEmptySeries() }
    }

    /// Deletes the series that only have rows of hours, except those with a long history.
    package func dropSilentMetrics() throws {
        for series in try self.metricSeries() where !MetricHistory.longTermMetrics.contains(series.name.metric) {
            try self.dropRowsOfHours(ofSeries: series.number)
        }
        try self.dropEmptySeries()
    }

    /// Deletes the oldest rows of hours until all rows take no more than `limit` bytes.
    package func trimMetrics(toBytes limit: Int) throws {
        var hasDropped = false
        while try self.metricByteCount() > limit, let oldest = try self.oldestRow(.hour) {
            _ = try self.dropRows(.hour, before: oldest + 1)
            hasDropped = true
        }
        if hasDropped { try self.dropEmptySeries() }
    }

    /// Saves rows of at most `MetricHistory.greatestSeriesCount` series.
    private func put(_ rows: [MetricRow]) throws {
        guard !rows.isEmpty else { return }
        var known: [NumberedSeries.Name: NumberedSeries] = [:]
        for series in try self.metricSeries() { known[series.name] = series }
        for row in rows {
            let key = row.id.key
            let name = NumberedSeries.Name(metric: key.metric, labels: self.labels(of: key))
            var series: NumberedSeries
            if let stored = known[name] {
                series = stored
                if series.kind != row.kind { try self.put(row.kind, ofSeries: series.number) }
                series.kind = row.kind
            } else {
                guard known.count < MetricHistory.greatestSeriesCount else { continue }
                series = try self.addSeries(of: key, row.kind)
            }
            known[name] = series
            try self.put(row, ofSeries: series.number)
        }
    }
}

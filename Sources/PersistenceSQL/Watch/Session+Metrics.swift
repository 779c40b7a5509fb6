package import Ledger

/// The history of metrics.
extension Session {
    /// A series as the database stores it.
    private struct Series {
        let id: Int64
        let kind: MetricKind
    }

    /// The key of a series in the database.
    private struct SeriesName: Hashable {
        let metric: String
        let labels: String
    }

    /// Stores the sample of a node until it is aggregated.
    package func put(_ sample: NodeSample) throws {
        let node = SQLValue.text(sample.node.rawValue)
        let minute = sample.sample.minute
        try self.run(.watch.dropNodeSamples, [.integer(minute - NodeSample.greatestAge), node])
        try self.run(.watch.putNodeSample, [.integer(minute), node, .text(StoredMetrics.text(of: sample.sample))])
    }

    /// Returns the pending samples; an unreadable one does not hide the others.
    package func samples(through minute: Int64) throws -> [NodeSample] {
        try self.all(.watch.nodeSamples, [.integer(minute)]) { row -> NodeSample? in
            let minute = try row.integer()
            let node = NodeID(rawValue: try row.text())
            let content = try row.text()
            return try ReadableRows.unlessUnreadable {
                NodeSample(node: node, sample: try StoredMetrics.sample(content, minute: minute))
            }
        }
        .compactMap(\.self)
    }

    /// Stores aggregated rows of the history, removes the samples that they contain, and deletes old rows.
    package func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) throws {
        try self.put(rows)
        for sample in samples {
            try self.run(.watch.deleteNodeSample, [.integer(sample.sample.minute), .text(sample.node.rawValue)])
        }
        var dropped = 0
        for (resolution, number) in rowNumbers {
            dropped += try self.change(.watch.dropMetricRows, [.integer(resolution.code), .integer(number)])
        }
        if dropped > 0 { try self.run(.watch.dropMetricSeries) }
    }

    /// Deletes the series that only have rows of hours, except those with a long history.
    package func dropSilentMetrics() throws {
        let hour = SQLValue.integer(MetricResolution.hour.code)
        for (name, series) in try self.series() where !MetricHistory.longTermMetrics.contains(name.metric) {
            try self.run(.watch.dropSilentMetricRows, [.integer(series.id), .integer(series.id), hour])
        }
        try self.run(.watch.dropMetricSeries)
    }

    /// Deletes the oldest rows of hours until all rows take no more than `limit` bytes.
    package func trimMetrics(toBytes limit: Int) throws {
        let hour = SQLValue.integer(MetricResolution.hour.code)
        var hasDropped = false
        while try self.metricByteCount() > Int64(limit), let oldest = try self.oldestMetricRow(resolution: hour) {
            try self.run(.watch.dropMetricRows, [hour, .integer(oldest + 1)])
            hasDropped = true
        }
        if hasDropped { try self.run(.watch.dropMetricSeries) }
    }

    private func metricByteCount() throws -> Int64 {
        try self.first(.watch.metricByteCount, [.integer(Int64(MetricHistory.bytesPerRow))]) { row in try row.integer()
        } ?? 0
    }

    private func oldestMetricRow(resolution: SQLValue) throws -> Int64? {
        let number = try self.first(.watch.oldestMetricRow, [.integer(.max), resolution]) { row in try row.integer() }
        return number == .max ? nil : number
    }

    /// Returns rows of the history in one resolution, ordered by series and number.
    package func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) throws -> [MetricRow] {
        var series: [Int64: (key: MetricKey, kind: MetricKind)] = [:]
        let wanted = keys.map(Set.init)
        for (key, stored) in try self.readableSeries() where wanted?.contains(key) ?? true {
            series[stored.id] = (key, stored.kind)
        }
        let place: [SQLValue] = [.integer(resolution.code), .integer(numbers.lowerBound), .integer(numbers.upperBound)]
        let read = { (row: inout Row) throws -> MetricRow? in
            guard let (key, kind) = series[try row.integer()] else { return nil }
            return MetricRow(MetricRow.ID(key, resolution, try row.integer()), kind, bytes: try row.bytes())
        }
        let found =
            if wanted == nil {
                try self.all(.watch.allMetricRows, place, read: read)
            } else {
                try series.keys.flatMap { id in try self.all(.watch.metricRows, [.integer(id)] + place, read: read) }
            }
        return found.compactMap(\.self)
            .sorted { $0.id.key == $1.id.key ? $0.id.number < $1.id.number : $0.id.key < $1.id.key }
    }

    /// Returns the series with a history, sorted.
    package func metricKeys() throws -> [MetricKey] { try self.readableSeries().map(\.key).sorted() }

    /// Stores rows of at most `MetricHistory.greatestSeriesCount` series.
    private func put(_ rows: [MetricRow]) throws {
        guard !rows.isEmpty else { return }
        var known: [SeriesName: Series] = [:]
        for (name, series) in try self.series() { known[name] = series }
        for row in rows {
            let key = row.id.key
            let name = SeriesName(metric: key.metric, labels: StoredMetrics.labels(of: key))
            let series: Series
            if let stored = known[name], stored.kind == row.kind {
                series = stored
            } else if let stored = known[name] {
                try self.run(.watch.putMetricKind, [.integer(row.kind.code), .integer(stored.id)])
                series = Series(id: stored.id, kind: row.kind)
            } else {
                guard known.count < MetricHistory.greatestSeriesCount else { continue }
                let values: [SQLValue] = [
                    .text(key.app?.rawValue ?? ""), .text(name.metric), .text(name.labels), .integer(row.kind.code),
                ]
                series = Series(id: try self.insert(.watch.insertMetricSeries, values), kind: row.kind)
            }
            known[name] = series
            try self.run(
                .watch.putMetricRow,
                [.integer(series.id), .integer(row.id.resolution.code), .integer(row.id.number), .bytes(row.bytes)]
            )
        }
    }

    private func series() throws -> [(name: SeriesName, series: Series)] {
        try self.all(.watch.metricSeries, []) { row in
            let id = try row.integer()
            let name = SeriesName(metric: try row.text(), labels: try row.text())
            return (name: name, series: Series(id: id, kind: try row.coded()))
        }
    }

    /// Returns the series by their keys; an unreadable one does not hide the others.
    private func readableSeries() throws -> [(key: MetricKey, series: Series)] {
        try self.series().compactMap { name, series in
            try ReadableRows.unlessUnreadable {
                (key: try StoredMetrics.key(name.metric, labels: name.labels), series: series)
            }
        }
    }
}

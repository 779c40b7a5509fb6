package import Ledger

/// The history of metrics.
extension Session {
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

    /// Deletes the sample of a node, which a row contains.
    package func delete(_ sample: NodeSample) throws {
        try self.run(.watch.deleteNodeSample, [.integer(sample.sample.minute), .text(sample.node.rawValue)])
    }

    /// Deletes the rows before a row number in a resolution, and returns how many there were.
    package func dropRows(_ resolution: MetricResolution, before number: Int64) throws -> Int {
        try self.change(.watch.dropMetricRows, [.integer(resolution.code), .integer(number)])
    }

    /// Deletes the rows of a series, unless one is in a finer resolution than hours.
    package func dropRowsOfHours(ofSeries series: Int64) throws {
        let hour = MetricResolution.hour.code
        try self.run(.watch.dropSilentMetricRows, [.integer(series), .integer(series), .integer(hour)])
    }

    /// Deletes the series without rows.
    package func dropEmptySeries() throws { try self.run(.watch.dropMetricSeries) }

    /// Returns the number of bytes of all rows, with `MetricHistory.bytesPerRow` for each.
    package func metricByteCount() throws -> Int {
        let values: [SQLValue] = [.integer(Int64(MetricHistory.bytesPerRow))]
        return Int(try self.first(.watch.metricByteCount, values) { row in try row.integer() } ?? 0)
    }

    /// Returns the number of the oldest row in a resolution; `nil` where there is none.
    package func oldestRow(_ resolution: MetricResolution) throws -> Int64? {
        let values: [SQLValue] = [.integer(.max), .integer(resolution.code)]
        let number = try self.first(.watch.oldestMetricRow, values) { row in try row.integer() }
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
            series[stored.number] = (key, stored.kind)
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

    /// Returns the series with a history.
    package func metricSeries() throws -> [NumberedSeries] {
        try self.all(.watch.metricSeries, []) { row in
            let number = try row.integer()
            let name = NumberedSeries.Name(metric: try row.text(), labels: try row.text())
            return NumberedSeries(number: number, name: name, kind: try row.coded())
        }
    }

    /// Returns the labels of a series in their stored form.
    package func labels(of key: MetricKey) -> String { StoredMetrics.labels(of: key) }

    /// Adds a series with the kind of its first row.
    package func addSeries(of key: MetricKey, _ kind: MetricKind) throws -> NumberedSeries {
        let name = NumberedSeries.Name(metric: key.metric, labels: self.labels(of: key))
        let values: [SQLValue] = [
            .text(key.app?.rawValue ?? ""), .text(name.metric), .text(name.labels), .integer(kind.code),
        ]
        return NumberedSeries(number: try self.insert(.watch.insertMetricSeries, values), name: name, kind: kind)
    }

    /// Saves the kind of a series.
    package func put(_ kind: MetricKind, ofSeries series: Int64) throws {
        try self.run(.watch.putMetricKind, [.integer(kind.code), .integer(series)])
    }

    /// Saves a row of a series; it replaces the row with its id.
    package func put(_ row: MetricRow, ofSeries series: Int64) throws {
        try self.run(
            .watch.putMetricRow,
            [.integer(series), .integer(row.id.resolution.code), .integer(row.id.number), .bytes(row.bytes)]
        )
    }

    /// Returns the series by their keys; an unreadable one does not hide the others.
    private func readableSeries() throws -> [(key: MetricKey, series: NumberedSeries)] {
        try self.metricSeries().compactMap { series in
            try ReadableRows.unlessUnreadable {
                (key: try StoredMetrics.key(series.name.metric, labels: series.name.labels), series: series)
            }
        }
    }
}

/// Reads the history of metrics, and alarms with their silences and notices.
package protocol WatchReads {
    /// Returns the waiting samples of minutes up to this one, ordered by minute and node.
    func samples(through minute: Int64) throws -> [NodeSample]

    /// Returns rows of the history in one resolution, ordered by series and number.
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - numbers: The row numbers.
    ///   - keys: The series; `nil` for all.
    /// - Returns: The stored rows.
    /// - Throws: A repository error when nothing could be read.
    func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) throws -> [MetricRow]

    /// Returns the series with a history, sorted.
    func metricKeys() throws -> [MetricKey]

    /// Returns the alarms, silences and notices.
    func alarmRecords() throws -> AlarmRecords
}

/// Stores the history of metrics, and alarms with their silences and notices.
package protocol WatchWrites {
    /// Stores the sample of a node until it is aggregated; it replaces one of the same node and minute.
    ///
    /// Drops samples of the node that are older by more than `NodeSample.greatestAge`: no leader has aggregated them.
    func put(_ sample: NodeSample) throws

    /// Writes rows of the history, each replacing the one with its id, deletes the samples that they contain, and drops
    /// the rows before a row number in each resolution, all in one transaction.
    ///
    /// Rows of more series than `MetricHistory.greatestSeriesCount` are not written. A series has the kind of its last
    /// written row, and is deleted with its last row.
    func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) throws

    /// Deletes the series with rows of hours only, because they had no value for a month; those of
    /// `MetricHistory.longTermMetrics` remain.
    func dropSilentMetrics() throws

    /// Drops the oldest rows of hours until all rows have no more than so many bytes, or no row of hours is left.
    ///
    /// The size of a row is its bytes and `MetricHistory.bytesPerRow`.
    func trimMetrics(toBytes limit: Int) throws

    /// Changes the alarms, silences and notices in one transaction; no other change is made in between.
    func changeAlarmRecords<Outcome: Sendable>(_ change: (inout AlarmRecords) -> Outcome) throws -> Outcome
}

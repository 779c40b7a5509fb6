/// Keeps the history of metrics, and the alarms with their silences and notices.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol WatchRepository: Sendable {
    /// Keeps the sample of a node until it is aggregated; another of the same node and minute replaces it.
    ///
    /// Samples of the node that are older by more than `NodeSample.greatestAge` are dropped: nobody has aggregated
    /// them.
    func put(_ sample: NodeSample) async throws(RepositoryError)

    /// The samples that wait, of minutes up to this one, ordered by minute and node.
    func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample]

    /// Writes rows of the history, each in place of the one with its id, removes the samples that they contain, and
    /// drops the rows before a row number in each resolution, all in one transaction.
    ///
    /// The rows of further series than `MetricHistory.greatestSeriesCount` are left out.
    /// A series has the kind of its row that was written last, and is forgotten with its last row.
    func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) async throws(RepositoryError)

    /// Rows of the history in one resolution, ordered by series and number.
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - numbers: The row numbers.
    ///   - keys: The series; `nil` for all.
    /// - Returns: The rows that exist.
    /// - Throws: Why nothing could be read.
    func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) async throws(RepositoryError) -> [MetricRow]

    /// Forgets the series of which nothing is known but hours, because nothing was counted or measured for a month;
    /// those of `MetricHistory.longTermMetrics` stay.
    func dropSilentMetrics() async throws(RepositoryError)

    /// Drops the oldest rows of hours until all rows take no more than so many bytes, or none of hours is left.
    ///
    /// A row counts with its bytes and `MetricHistory.bytesPerRow`.
    func trimMetrics(toBytes limit: Int) async throws(RepositoryError)

    /// The series of which there is a history, sorted.
    func metricKeys() async throws(RepositoryError) -> [MetricKey]

    /// The alarms, silences and notices.
    func alarmRecords() async throws(RepositoryError) -> AlarmRecords

    /// Changes the alarms, silences and notices in one transaction; no other change comes in between.
    func changeAlarmRecords<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmRecords) -> Outcome
    ) async throws(RepositoryError) -> Outcome
}

/// Keeps the history of figures, and the alarms with their silences and notices.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol WatchRepository: Sendable {
    /// Keeps the sample of a node until it is folded; another of the same node and minute replaces it.
    ///
    /// Samples of the node that are older by more than `NodeSample.greatestAge` are dropped: nobody has folded them.
    func put(_ sample: NodeSample) async throws(RepositoryError)

    /// The samples that wait, of minutes up to this one, ordered by minute and node.
    func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample]

    /// Writes rows of the history, each in place of the one with its id, removes the samples that they contain, and drops
    /// the rows before a row number in each resolution, all in one transaction.
    ///
    /// The rows of further series than `FigureHistory.greatestSeriesCount` are left out.
    /// A series has the kind of its row that was written last, and is forgotten with its last row.
    func fold(
        _ rows: [FigureRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [FigureTier: Int64]
    ) async throws(RepositoryError)

    /// Rows of the history in one resolution, ordered by series and number.
    ///
    /// - Parameters:
    ///   - tier: The resolution.
    ///   - numbers: The row numbers.
    ///   - keys: The series; `nil` for all.
    /// - Returns: The rows that exist.
    /// - Throws: Why nothing could be read.
    func figureRows(
        _ tier: FigureTier,
        _ numbers: ClosedRange<Int64>,
        of keys: [FigureKey]?
    ) async throws(RepositoryError) -> [FigureRow]

    /// Forgets the series of which nothing is known but hours, because nothing was counted or measured for a month; those
    /// of `FigureHistory.longMetrics` stay.
    func dropSilentFigures() async throws(RepositoryError)

    /// Drops the oldest rows of hours until all rows take no more than so many bytes, or none of hours is left.
    ///
    /// A row counts with its bytes and `FigureHistory.bytesPerRow`.
    func trimFigures(toBytes limit: Int) async throws(RepositoryError)

    /// The series of which there is a history, sorted.
    func figureKeys() async throws(RepositoryError) -> [FigureKey]

    /// The alarms, silences and notices.
    func alarmBook() async throws(RepositoryError) -> AlarmBook

    /// Changes the alarms, silences and notices in one transaction; no other change comes in between.
    func changeAlarmBook<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmBook) -> Outcome
    ) async throws(RepositoryError) -> Outcome
}

package import Ledger

extension SQLRepository {
    /// Keeps the sample of a node until it is folded.
    package func put(_ sample: NodeSample) async throws(RepositoryError) {
        try await self.write { session in try session.put(sample) }
    }

    /// The samples that wait, of minutes up to this one.
    package func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        try await self.read { session in try session.samples(through: minute) }
    }

    /// Writes rows of the history, removes the samples that they contain, and drops old rows.
    package func fold(
        _ rows: [FigureRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [FigureTier: Int64]
    ) async throws(RepositoryError) {
        let limit = FigureHistory.greatestSeriesCount
        try await self.write { session in
            try session.fold(rows, removing: samples, droppingBefore: rowNumbers, limit: limit)
        }
    }

    /// Rows of the history in one resolution.
    package func figureRows(
        _ tier: FigureTier,
        _ numbers: ClosedRange<Int64>,
        of keys: [FigureKey]?
    ) async throws(RepositoryError) -> [FigureRow] {
        try await self.read { session in try session.figureRows(tier, numbers, of: keys) }
    }

    /// Forgets the series of which nothing is known but hours.
    package func dropSilentFigures() async throws(RepositoryError) {
        try await self.write { session in try session.dropSilentFigures() }
    }

    /// Drops the oldest rows of hours until all rows take no more than so many bytes.
    package func trimFigures(toBytes limit: Int) async throws(RepositoryError) {
        try await self.write { session in try session.trimFigures(toBytes: limit) }
    }

    /// The series of which there is a history, sorted.
    package func figureKeys() async throws(RepositoryError) -> [FigureKey] {
        try await self.read { session in try session.figureKeys() }
    }

    /// The alarms, silences and notices.
    package func alarmBook() async throws(RepositoryError) -> AlarmBook {
        try await self.read { session in try session.alarmBook() }
    }

    /// Changes the alarms, silences and notices.
    package func changeAlarmBook<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmBook) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write { session in try session.changeAlarmBook(change) }
    }
}

extension Query {
    /// The statement of the history of figures, and of the alarms.
    ///
    /// The series are few; `id > 0` says that all of them are wanted.
    var watchSQL: String {
        switch self {
        case .figureSeries: "SELECT id, metric, labels, kind FROM figure_series WHERE id > 0"
        case .insertFigureSeries: "INSERT INTO figure_series (app, metric, labels, kind) VALUES (?, ?, ?, ?)"
        case .putFigureKind: "UPDATE figure_series SET kind = ? WHERE id = ?"
        case .dropFigureSeries:
            """
            DELETE FROM figure_series WHERE id > 0
            AND NOT EXISTS (SELECT 1 FROM figure_row WHERE figure_row.series = figure_series.id)
            """
        case .figureRows:
            """
            SELECT series, number, points FROM figure_row
            WHERE series = ? AND tier = ? AND number BETWEEN ? AND ?
            """
        case .allFigureRows:
            """
            SELECT figure_row.series, figure_row.number, figure_row.points
            FROM figure_series CROSS JOIN figure_row ON figure_row.series = figure_series.id
            WHERE figure_series.id > 0 AND figure_row.tier = ? AND figure_row.number BETWEEN ? AND ?
            """
        case .putFigureRow:
            """
            INSERT INTO figure_row (series, tier, number, points) VALUES (?, ?, ?, ?)
            ON CONFLICT (series, tier, number) DO UPDATE SET points = excluded.points
            """
        case .dropFigureRows:
            """
            DELETE FROM figure_row WHERE series IN (SELECT id FROM figure_series WHERE id > 0)
            AND tier = ? AND number < ?
            """
        case .dropSilentFigureRows:
            """
            DELETE FROM figure_row WHERE series = ?
            AND NOT EXISTS (SELECT 1 FROM figure_row AS finer WHERE finer.series = ? AND finer.tier < ?)
            """
        case .figureByteCount:
            """
            SELECT CAST(COALESCE(SUM(LENGTH(figure_row.points) + ?), 0) AS BIGINT)
            FROM figure_series CROSS JOIN figure_row ON figure_row.series = figure_series.id WHERE figure_series.id > 0
            """
        case .oldestFigureRow:
            """
            SELECT COALESCE(MIN(figure_row.number), ?)
            FROM figure_series CROSS JOIN figure_row ON figure_row.series = figure_series.id
            WHERE figure_series.id > 0 AND figure_row.tier = ?
            """
        case .nodeSamples: "SELECT minute, node, content FROM node_sample WHERE minute <= ? ORDER BY minute, node"
        case .putNodeSample:
            """
            INSERT INTO node_sample (minute, node, content) VALUES (?, ?, ?)
            ON CONFLICT (minute, node) DO UPDATE SET content = excluded.content
            """
        case .deleteNodeSample: "DELETE FROM node_sample WHERE minute = ? AND node = ?"
        case .dropNodeSamples: "DELETE FROM node_sample WHERE minute < ? AND node = ?"
        case .alarmEntries: "SELECT kind, number, content FROM alarm_entry WHERE kind > 0 ORDER BY kind, number"
        case .putAlarmEntry:
            """
            INSERT INTO alarm_entry (kind, number, content) VALUES (?, ?, ?)
            ON CONFLICT (kind, number) DO UPDATE SET content = excluded.content
            """
        case .deleteAlarmEntry: "DELETE FROM alarm_entry WHERE kind = ? AND number = ?"
        case .alarmNumber: "SELECT next_number FROM alarm_number WHERE id = 1"
        case .putAlarmNumber:
            """
            INSERT INTO alarm_number (id, next_number) VALUES (1, ?)
            ON CONFLICT (id) DO UPDATE SET next_number = excluded.next_number
            """
        default: self.riskSQL
        }
    }
}

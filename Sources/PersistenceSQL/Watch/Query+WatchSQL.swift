import Ledger

extension Query {
    /// The SQL of the statements on the history of metrics and on alarms.
    ///
    /// There are few series; `id > 0` selects all of them.
    var watchSQL: String {
        switch self {
        case .metricSeries: "SELECT id, metric, labels, kind FROM metric_series WHERE id > 0"
        case .insertMetricSeries: "INSERT INTO metric_series (app, metric, labels, kind) VALUES (?, ?, ?, ?)"
        case .putMetricKind: "UPDATE metric_series SET kind = ? WHERE id = ?"
        case .dropMetricSeries:
            """
            DELETE FROM metric_series WHERE id > 0
            AND NOT EXISTS (SELECT 1 FROM metric_row WHERE metric_row.series = metric_series.id)
            """
        case .metricRows:
            """
            SELECT series, number, points FROM metric_row
            WHERE series = ? AND resolution = ? AND number BETWEEN ? AND ?
            """
        case .allMetricRows:
            """
            SELECT metric_row.series, metric_row.number, metric_row.points
            FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id
            WHERE metric_series.id > 0 AND metric_row.resolution = ? AND metric_row.number BETWEEN ? AND ?
            """
        case .putMetricRow:
            """
            INSERT INTO metric_row (series, resolution, number, points) VALUES (?, ?, ?, ?)
            ON CONFLICT (series, resolution, number) DO UPDATE SET points = excluded.points
            """
        case .dropMetricRows:
            """
            DELETE FROM metric_row WHERE series IN (SELECT id FROM metric_series WHERE id > 0)
            AND resolution = ? AND number < ?
            """
        case .dropSilentMetricRows:
            """
            DELETE FROM metric_row WHERE series = ?
            AND NOT EXISTS (SELECT 1 FROM metric_row AS finer WHERE finer.series = ? AND finer.resolution < ?)
            """
        case .metricByteCount:
            """
            SELECT CAST(COALESCE(SUM(LENGTH(metric_row.points) + ?), 0) AS BIGINT)
            FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id WHERE metric_series.id > 0
            """
        case .oldestMetricRow:
            """
            SELECT COALESCE(MIN(metric_row.number), ?)
            FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id
            WHERE metric_series.id > 0 AND metric_row.resolution = ?
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

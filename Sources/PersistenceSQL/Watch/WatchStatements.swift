import Ledger

/// The statements on the history of metrics and on alarms.
package struct WatchStatements: Sendable {
    package let metricSeries = SQLStatement("SELECT id, metric, labels, kind FROM metric_series WHERE id > 0")
    package let insertMetricSeries = SQLStatement(
        "INSERT INTO metric_series (app, metric, labels, kind) VALUES (?, ?, ?, ?)"
    )
    package let putMetricKind = SQLStatement("UPDATE metric_series SET kind = ? WHERE id = ?")
    package let dropMetricSeries = SQLStatement(
        """
        DELETE FROM metric_series WHERE id > 0
        AND NOT EXISTS (SELECT 1 FROM metric_row WHERE metric_row.series = metric_series.id)
        """
    )
    package let metricRows = SQLStatement(
        """
        SELECT series, number, points FROM metric_row
        WHERE series = ? AND resolution = ? AND number BETWEEN ? AND ?
        """
    )
    package let allMetricRows = SQLStatement(
        """
        SELECT metric_row.series, metric_row.number, metric_row.points
        FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id
        WHERE metric_series.id > 0 AND metric_row.resolution = ? AND metric_row.number BETWEEN ? AND ?
        """
    )
    package let putMetricRow = SQLStatement(
        """
        INSERT INTO metric_row (series, resolution, number, points) VALUES (?, ?, ?, ?)
        ON CONFLICT (series, resolution, number) DO UPDATE SET points = excluded.points
        """
    )
    package let dropMetricRows = SQLStatement(
        """
        DELETE FROM metric_row WHERE series IN (SELECT id FROM metric_series WHERE id > 0)
        AND resolution = ? AND number < ?
        """
    )
    package let dropSilentMetricRows = SQLStatement(
        """
        DELETE FROM metric_row WHERE series = ?
        AND NOT EXISTS (SELECT 1 FROM metric_row AS finer WHERE finer.series = ? AND finer.resolution < ?)
        """
    )
    package let metricByteCount = SQLStatement(
        """
        SELECT CAST(COALESCE(SUM(LENGTH(metric_row.points) + ?), 0) AS BIGINT)
        FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id WHERE metric_series.id > 0
        """
    )
    package let oldestMetricRow = SQLStatement(
        """
        SELECT COALESCE(MIN(metric_row.number), ?)
        FROM metric_series CROSS JOIN metric_row ON metric_row.series = metric_series.id
        WHERE metric_series.id > 0 AND metric_row.resolution = ?
        """
    )
    package let nodeSamples = SQLStatement(
        "SELECT minute, node, content FROM node_sample WHERE minute <= ? ORDER BY minute, node"
    )
    package let putNodeSample = SQLStatement(
        """
        INSERT INTO node_sample (minute, node, content) VALUES (?, ?, ?)
        ON CONFLICT (minute, node) DO UPDATE SET content = excluded.content
        """
    )
    package let deleteNodeSample = SQLStatement("DELETE FROM node_sample WHERE minute = ? AND node = ?")
    package let dropNodeSamples = SQLStatement("DELETE FROM node_sample WHERE minute < ? AND node = ?")
    package let alarmEntries = SQLStatement(
        "SELECT kind, number, content FROM alarm_entry WHERE kind > 0 ORDER BY kind, number"
    )
    package let putAlarmEntry = SQLStatement(
        """
        INSERT INTO alarm_entry (kind, number, content) VALUES (?, ?, ?)
        ON CONFLICT (kind, number) DO UPDATE SET content = excluded.content
        """
    )
    package let deleteAlarmEntry = SQLStatement("DELETE FROM alarm_entry WHERE kind = ? AND number = ?")
    package let alarmNumber = SQLStatement("SELECT next_number FROM alarm_number WHERE id = 1")
    package let putAlarmNumber = SQLStatement(
        """
        INSERT INTO alarm_number (id, next_number) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET next_number = excluded.next_number
        """
    )
}

extension SQLStatement {
    /// The statements on the history of metrics and on alarms.
    package static let watch = WatchStatements()
}

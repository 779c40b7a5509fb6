/// The tables of the history of metrics, and of the alarms.
enum WatchTables {
    /// The statements that make them.
    static let sql = """
        -- The metric series that have a history. The app's name is empty where a series is about the whole server; the
        -- labels have it too.
        CREATE TABLE metric_series (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            metric TEXT NOT NULL,
            labels TEXT NOT NULL,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 2)
        ) STRICT;
        CREATE UNIQUE INDEX metric_series_name ON metric_series (app, metric, labels);

        -- The points of a series in a span of time, packed: whole numbers in one to four bytes each with runs of equal
        -- ones together, or four bytes a point where a point is no whole number or that is not longer; MetricRow has
        -- both forms. Rows are stored in the order in which they were begun, so that rows that are written together lie
        -- together.
        CREATE TABLE metric_row (
            series INTEGER NOT NULL REFERENCES metric_series (id),
            resolution INTEGER NOT NULL CHECK (resolution BETWEEN 1 AND 3),
            number INTEGER NOT NULL,
            points BLOB NOT NULL,
            PRIMARY KEY (series, resolution, number)
        ) STRICT;

        -- What a node counted and measured in a minute, until the history has it.
        CREATE TABLE node_sample (
            minute INTEGER NOT NULL,
            node TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (minute, node)
        ) STRICT, WITHOUT ROWID;

        -- Alarms, silences and notices.
        CREATE TABLE alarm_entry (
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
            number INTEGER NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (kind, number)
        ) STRICT;

        -- The number of the next of them.
        CREATE TABLE alarm_number (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            next_number INTEGER NOT NULL
        ) STRICT;
        """
}

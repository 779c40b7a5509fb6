import PersistencePostgreSQL

/// All numbers that the ledger assigns, as the database has them.
struct LedgerNumbers {
    /// The series, each of one kind.
    let series: [NumberSeries]

    private static let events = PostgreSQLStatement(
        "streams",
        "SELECT stream, number FROM event ORDER BY stream, number"
    )
    private static let places = PostgreSQLStatement(
        "places",
        "SELECT app, position FROM event_position ORDER BY app, position"
    )
    private static let apps = PostgreSQLStatement("apps", "SELECT id, event_count FROM app ORDER BY id")
    private static let audits = PostgreSQLStatement("audits", "SELECT number FROM audit ORDER BY number")
    private static let lastAudit = PostgreSQLStatement("lastAudit", "SELECT audits FROM counter WHERE id = 1")
    private static let evidence = PostgreSQLStatement("positions", "SELECT position FROM evidence ORDER BY position")
    private static let catalogs = PostgreSQLStatement(
        "catalogs",
        "SELECT app, number FROM catalog_version ORDER BY app, number"
    )

    /// Reads all series.
    init(_ connection: PostgreSQLConnection) throws {
        var series: [NumberSeries] = []
        for (stream, numbers) in try Self.grouped(Self.events, on: connection) {
            series.append(NumberSeries("events of event stream \(stream)", numbers))
        }
        let counts = try Dictionary(
            Self.grouped(Self.apps, on: connection).map { ($0.key, $0.value.first ?? 0) }
        ) { first, _ in first }
        let places = try Self.grouped(Self.places, on: connection)
        for (app, numbers) in places {
            series.append(NumberSeries("events of app \(app)", numbers, last: counts[app]))
        }
        series.append(
            NumberSeries(
                "audit log",
                try Self.column(Self.audits, on: connection),
                last: try connection.query(Self.lastAudit).integer(row: 0, column: 0)
            )
        )
        series.append(NumberSeries("evidence", try Self.column(Self.evidence, on: connection), isWhole: false))
        for (app, numbers) in try Self.grouped(Self.catalogs, on: connection) {
            series.append(NumberSeries("catalogs of app \(app)", numbers))
        }
        self.series = series
    }

    private static func column(
        _ statement: PostgreSQLStatement,
        on connection: PostgreSQLConnection
    ) throws -> [Int64] {
        let rows = try connection.query(statement)
        return try (0..<rows.rowCount).map { try rows.integer(row: $0, column: 0) }
    }

    private static func grouped(
        _ statement: PostgreSQLStatement,
        on connection: PostgreSQLConnection
    ) throws -> [(key: Int64, value: [Int64])] {
        let rows = try connection.query(statement)
        var groups: [Int64: [Int64]] = [:]
        for row in 0..<rows.rowCount {
            groups[try rows.integer(row: row, column: 0), default: []].append(try rows.integer(row: row, column: 1))
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

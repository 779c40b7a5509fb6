import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// A database with events of many customers that are pending for some endpoints.
///
/// The events of the first customer are recorded normally; the rest are copies under other names, inserted in bulk.
struct EventBacklog {
    /// The path of the file.
    let path: String
    /// The number of events that are pending for each endpoint.
    let count: Int

    /// Creates the file.
    init(path: String, customers: Int, eventsEach: Int, endpoints: [WebhookEndpoint]) async throws {
        self.path = path
        self.count = customers * eventsEach
        let repository = try SubscriberDataset.open(path)
        _ = try await repository.record(
            Sample.facts(
                [Sample.period("1", of: "1")],
                submission: Sample.submission("first", "1", at: Sample.beginning)
            )
        )
        try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = endpoints } }
        await repository.close()
        try await Self.multiply(path: path, customers: customers, eventsEach: eventsEach)
    }

    private static func multiply(path: String, customers: Int, eventsEach: Int) async throws {
        let file = try DatabaseQueue(path: path)
        try await file.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;
                    PRAGMA foreign_keys = OFF; PRAGMA cache_size = -2000000;
                    """
            )
            let digests = DatabaseFunction("namedigest", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map { Int64(ShortDigest.of(Sample.customer($0))) }
            }
            database.add(function: digests)
            let known = try Int.fetchOne(database, sql: "SELECT count(*) FROM event WHERE stream = 2") ?? 0
            precondition(known > 0, "The first customer's events are there to be copied.")
            for statement in Self.copies {
                try database.execute(
                    sql: statement,
                    arguments: ["customers": customers, "each": eventsEach, "known": known]
                )
            }
        }
        try file.close()
    }

    /// Every statement uses all three arguments, so that all can get the same ones.
    private static let copies: [String] = {
        let rows = """
            WITH RECURSIVE size (customers, eachs, known) AS (SELECT :customers, :each, :known),
            person (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM person, size WHERE i <= customers),
            turn (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM turn, size WHERE k < eachs)
            """
        return [
            "INSERT INTO customer (id, app, name, events) \(rows) SELECT i, 1, 'customer-' || i, eachs FROM person, size",
            "INSERT INTO customer_name \(rows) SELECT 1, namedigest('customer-' || i), i FROM person, size",
            """
            INSERT INTO event (stream, number, name, occurred_at, cause, body)
            \(rows) SELECT i * 2, k, name, occurred_at, cause, body FROM size, person CROSS JOIN turn
            JOIN event ON event.stream = 2 AND event.number = 1 + (k - 1) % known
            """,
            """
            INSERT INTO event_position (app, position, stream, number)
            \(rows) SELECT 1, known + (k - 1) * customers + i - 1, i * 2, k FROM size, turn CROSS JOIN person
            """,
            "UPDATE app SET event_count = :known + :customers * :each",
            """
            INSERT INTO pending_stream (sink, stream, next_number, due_at)
            \(rows) SELECT sink, i * 2, 1, 0 FROM size, webhook CROSS JOIN person
            """,
        ]
    }()
}

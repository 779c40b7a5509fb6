import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct SchemaTests {
    @Test("The schema is the one that was last agreed on")
    func golden() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let file = try DatabaseQueue(path: database.path)
        let schema = try await file.read { database in
            try String.fetchAll(
                database,
                sql: "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name"
            )
        }
        let found = schema.joined(separator: "\n\n") + "\n"
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/schema.sql")
        if ProcessInfo.processInfo.environment["PURSER_WRITE_GOLDEN"] != nil {
            try FileManager.default.createDirectory(
                at: golden.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(found.utf8).write(to: golden)
        }
        let agreed = try String(contentsOf: golden, encoding: .utf8)
        #expect(
            found == agreed,
            "A released step is never edited. Run with PURSER_WRITE_GOLDEN=1 after adding one."
        )
    }

    @Test("Every unique key that is not a number of our own contains the app")
    func uniqueKeys() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let file = try DatabaseQueue(path: database.path)
        let indexes = try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT tables.name AS tableName, indexes.name AS indexName, columns.name AS columnName
                    FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indexes,
                    pragma_index_info(indexes.name) AS columns
                    WHERE tables.type = 'table' AND tables.name NOT LIKE 'grdb%' AND indexes."unique"
                    AND columns.seqno = 0
                    """
            ).map { ($0["tableName"] as String, $0["columnName"] as String) }
        }
        // A scope is an app with an environment; the others are numbers that one app alone has.
        let first: Set<String> = [
            "app", "wallet", "scope", "whole", "original", "owner", "stream", "sink", "job", "sender", "purchase_order",
            "report", "series",
        ]
        // Keys, operators, leader roles, certificates, alarms and what nodes count may be of all apps, and are so few
        // that each node of a distributed database can have them all.
        let ofAllApps: Set<String> = [
            "app", "access_key", "leader_role", "revoked_certificate", "node_sample", "alarm_entry", "operator_account",
            "operator_session", "operator_address", "sign_in_failure",
        ]
        #expect(indexes.count >= 12)
        for (table, column) in indexes where !ofAllApps.contains(table) {
            #expect(first.contains(column), "\(table) begins with \(column)")
        }
    }

    @Test("A notification with its transaction and renewal takes at most 3.5 KB")
    func evidenceSize() async throws {
        let count = 1200
        let tables = ["header", "evidence", "evidence_part", "notification"]
        let bytes = try await Self.size(of: tables, units: count) { number in
            // A year of monthly periods in each chain, with ids as long as Apple's.
            let period = number % 12
            let chain = 2_000_000_100_000_000 + UInt64(number / 12) * 1000
            var snapshot = Sample.period(
                "\(chain + UInt64(period) * 7)",
                of: "\(chain)",
                at: Sample.beginning + .days(Int64(period) * 30),
                token: Sample.token(chain),
                reason: period == 0 ? .purchase : .renewal,
                number: UInt64(number)
            )
            snapshot.appTransactionID = AppTransactionID("70\(chain)")
            return Sample.notification(UInt64(number), about: snapshot)
        }
        #expect(bytes / count <= 3584, "\(bytes / count) bytes each")
        #expect(bytes / count > 2500, "The payloads alone have 2400.")
    }

    @Test("A subscriber with one subscription, including the submission, takes about 400 bytes")
    func subscriberSize() async throws {
        let count = 4000
        let tables = [
            "customer", "customer_name", "account_token", "account_customer", "original", "store_id", "snapshot",
            "renewal", "signed_refund", "submission", "owned_original", "awaited_token", "terms",
        ]
        let bytes = try await Self.size(of: tables, units: count) { number in
            // Customers, tokens and the order in which they come have nothing to do with one another.
            var generator = SeededGenerator(seed: UInt64(number))
            let id = 2_000_000_100_000_000 + UInt64(number) * 1017
            var snapshot = Sample.period("\(id)", of: "\(id)", token: Sample.token(id), number: UInt64(number))
            snapshot.appTransactionID = AppTransactionID("70\(id)")
            var intake = Sample.facts([snapshot], renewals: [Sample.renewal(of: snapshot, number: UInt64(number))])
            intake.statuses = [
                StatusEvidence(
                    originalTransactionID: snapshot.originalTransactionID,
                    status: .active,
                    statedAt: Sample.beginning
                )
            ]
            intake.submission = Sample.submission("user-\(generator.next() % 100_000_000)", "\(id)")
            intake.customerTokens = [Sample.token(id)]
            return intake
        }
        // The submission takes 36 of them, and 16 the index of ends that only the first 200,000 are all in; so few
        // rows also fill their pages less than millions do.
        #expect(bytes / count <= 450, "\(bytes / count) bytes each")
        #expect(bytes / count > 200, "The digests and ids alone have about 150.")
    }

    @Test("A sale takes about 50 bytes, beside the purchase that it is derived from")
    func saleSize() async throws {
        let count = 4000
        let bytes = try await Self.size(of: ["sale"], units: count) { number in
            let id = 2_000_000_100_000_000 + UInt64(number) * 1017
            let at = Sample.beginning + .minutes(Int64(number))
            return Sample.facts([Sample.period("\(id)", of: "\(id)", at: at, number: UInt64(number))])
        }
        #expect(bytes / count <= 70, "\(bytes / count) bytes each")
        #expect(bytes / count > 30, "The instant and the id alone have 14.")
    }

    /// Returns the size in bytes of tables and their indexes in a file with a number of units.
    private static func size(
        of tables: [String],
        units count: Int,
        unit: @Sendable (Int) -> Intake
    ) async throws -> Int {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for start in stride(from: 0, to: count, by: 400) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in start..<min(start + 400, count) {
                    let intake = unit(number)
                    group.addTask { _ = try await repository.record(intake) }
                }
                try await group.waitForAll()
            }
        }
        await repository.close()
        let file = try DatabaseQueue(path: database.path)
        let sizes = try await file.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT tbl_name, sum(pgsize) AS bytes
                    FROM dbstat JOIN sqlite_master ON sqlite_master.name = dbstat.name GROUP BY tbl_name
                    """
            ).map { (name: $0["tbl_name"] as String, bytes: $0["bytes"] as Int) }
        }
        #expect(sizes.filter { tables.contains($0.name) }.count == tables.count, "Every table was measured.")
        return sizes.filter { tables.contains($0.name) }.reduce(0) { $0 + $1.bytes }
    }
}

import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Of very many subscriptions a sample is looked at, and speaks for the rest.
@Suite struct RenewalSampleTests {
    @Test(
        "Behind the first 200,000 subscriptions one in 64 counts for 64 where five or more are silent, others for none",
        arguments: [(200_063, 64, 4, 4), (200_063, 64, 5, 320), (200_062, 64, 5, 0), (150_000, 1, 5, 5)]
            as [(Int, Int, Int, Int)]
    )
    func weights(before: Int, distance: Int, count: Int, silent: Int) async throws {
        let database = try TemporaryDatabase()
        let first = try database.open()
        _ = try await first.record(Sample.facts([Sample.period("1", of: "1")]))
        await first.close()
        for number in 0..<count {
            let file = try DatabaseQueue(path: database.path)
            try await file.write { database in
                // The next subscription has the number after this one.
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO original (id, scope, apple_id) SELECT ?, scope, ? FROM original WHERE id = 1
                        """,
                    arguments: [before + number * distance, "between \(number)"]
                )
            }
            try file.close()
            let repository = try database.open()
            let period = Sample.period("\(number + 3)", of: "\(number + 3)")
            _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
            await repository.close()
        }
        let repository = try database.open()
        let end = Sample.beginning + .days(30)
        let found = try await repository.read { view in
            try view.periods(
                endedWithin: (end - .minutes(10))..<(end + .minutes(10)),
                of: Sample.app,
                environment: .production,
                limit: 10
            )
        }
        #expect(found.silent == silent)
        #expect(found.examples.count == (silent == 0 ? 0 : count))
        await repository.close()
    }
}

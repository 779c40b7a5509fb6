import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Of very many subscriptions a sample is looked at, and speaks for the rest.
@Suite struct RenewalSampleTests {
    @Test(
        "Behind the first 200,000 subscriptions one in 64 counts for 64, and the others for none",
        arguments: [(200_063, 64), (200_062, 0), (199_999, 1)] as [(Int, Int)]
    )
    func weights(before: Int, count: Int) async throws {
        let database = try TemporaryDatabase()
        let first = try database.open()
        _ = try await first.record(Sample.facts([Sample.period("1", of: "1")]))
        await first.close()
        let file = try DatabaseQueue(path: database.path)
        try await file.write { database in
            // The next subscription has the number after this one.
            try database.execute(
                sql: "INSERT INTO original (id, scope, apple_id) SELECT ?, scope, '2' FROM original WHERE id = 1",
                arguments: [before]
            )
        }
        try file.close()
        let repository = try database.open()
        let period = Sample.period("3", of: "3")
        _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
        let end = Sample.beginning + .days(30)
        let found = try await repository.periods(
            endedWithin: (end - .minutes(10))..<(end + .minutes(10)),
            of: Sample.app,
            environment: .production,
            limit: 10
        )
        #expect(found.silent == count)
        #expect(found.examples == (count == 0 ? [] : [period.originalTransactionID]))
        await repository.close()
    }
}

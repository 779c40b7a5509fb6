import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct UnreadableRefundTests {
    @Test("A refund that cannot be read is named and put off, and keeps nobody from the others")
    func lease() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for id in ["1", "2"] {
            _ = try await repository.record(RepositoryContract.askedRefund(id, uuid: "u\(id)", hour: 1))
        }
        await repository.close()
        let queue = try DatabaseQueue(path: database.path)
        try await queue.write { books in
            try books.execute(sql: "UPDATE refund_case SET content = '{}' WHERE transaction_id = 1")
        }
        try queue.close()
        let again = try database.open()
        func leased(_ seconds: Int64) async throws -> RefundLeases {
            let now = Sample.beginning + .seconds(seconds)
            return try await again.leaseRefunds(of: Sample.app, at: now, until: now + .seconds(45), limit: 10)
        }
        let first = try await leased(0)
        #expect(first.leases.map(\.record.transactionID) == [TransactionID("2")])
        #expect(first.unreadable == [RefundID(TransactionID("1"), in: .production)])
        #expect(first.count == 2)
        let second = try await leased(44)
        #expect(second.count == 0, "It does not come again and again.")
        let later = try await leased(3600)
        #expect(later.unreadable.count == 1, "Somebody looks whether it can be read.")
        await again.close()
    }
}

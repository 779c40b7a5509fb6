import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Tests that the tokens of orders are in small rows of their own.
@Suite struct OrderTokenTests {
    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")

    @Test("A customer's row does not grow with the orders they make")
    func rows() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in UInt64(1)...40 { try await Self.order(number, by: Self.ada, token: number, repository) }
        await repository.close()
        let found = try await Self.counts(of: database)
        #expect(found == Counts(orderTokens: 40, accountTokens: 0, looseBytes: 0))
    }

    @Test(
        "The tokens of orders lie in rows of their own, and those that stood for a customer before stay where they are"
    )
    func places() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(try await Self.assign(9, to: Self.ada, repository))
        try await Self.order(1, by: Self.ada, token: 1, repository)
        try await Self.order(2, by: Self.ada, token: 9, repository)
        try await Self.order(3, by: Self.ben, token: 3, repository)
        var paid = Sample.gems("5")
        paid.accountToken = Sample.token(3)
        _ = try await repository.record(Sample.facts([paid]))
        for (token, customer) in [(UInt64(1), Self.ada), (9, Self.ada), (3, Self.ben)] {
            #expect(
                try await repository.read { view in try view.customer(of: Sample.token(token), app: Sample.app) }
                    == customer
            )
        }
        #expect(
            try await repository.read { view in try view.accountTokens(of: Self.ada, app: Sample.app) } == [
                Sample.token(9)
            ]
        )
        #expect(try await repository.read { view in try view.accountTokens(of: Self.ben, app: Sample.app) }.isEmpty)
        let order = try await repository.read { view in try view.order(OrderID("3"), app: Sample.app) }
        #expect(order?.order.token == Sample.token(3))
        await repository.close()
        #expect(try await Self.counts(of: database) == Counts(orderTokens: 2, accountTokens: 1, looseBytes: 16))
    }

    /// The numbers of rows by table.
    private struct Counts: Equatable {
        let orderTokens: Int
        let accountTokens: Int
        let looseBytes: Int
    }

    private static func counts(of database: TemporaryDatabase) async throws -> Counts {
        try await database.read { file in
            let number = { (sql: String) in try Int.fetchOne(file, sql: sql) ?? 0 }
            return Counts(
                orderTokens: try number("SELECT count(*) FROM order_token"),
                accountTokens: try number("SELECT count(*) FROM account_token"),
                looseBytes: try number("SELECT sum(length(tokens)) FROM customer")
            )
        }
    }

    private static func assign(
        _ token: UInt64,
        to customer: CustomerID,
        _ repository: any Repository
    ) async throws -> Bool {
        try await repository.write { unit in
            try unit.assign(
                Sample.token(token),
                to: customer,
                app: Sample.app,
                at: Sample.beginning,
                catalog: Catalog()
            )
        }
    }

    private static func order(
        _ number: UInt64,
        by customer: CustomerID,
        token: UInt64,
        _ repository: any Repository
    ) async throws {
        let order = Sample.order("\(number)", by: customer, token: token)
        let made = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        guard case .created = made else { throw ContractViolation("\(made)", line: #line) }
    }
}

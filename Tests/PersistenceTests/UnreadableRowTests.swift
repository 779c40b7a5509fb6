import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Rows with something in them that no repository writes, beside others that are as they should be.
@Suite struct UnreadableRowTests {
    /// A repository in whose file a statement was run while it was not open.
    private static func tampered(
        _ sql: String,
        _ fill: (SQLiteRepository) async throws -> Void
    ) async throws -> (database: TemporaryDatabase, repository: SQLiteRepository) {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await fill(repository)
        await repository.close()
        let queue = try DatabaseQueue(path: database.path)
        try await queue.write { database in try database.execute(sql: sql) }
        try queue.close()
        return (database, try database.open())
    }

    private static func bought(_ id: String) -> Intake {
        var intake = Sample.facts([Sample.gems(id)], submission: Sample.submission("ada", id))
        intake.catalog = Catalog(
            products: [
                ProductID("gems"): Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])
            ],
            coins: ["gems": Coin()],
            fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
        )
        return intake
    }

    @Test("A fulfillment that cannot be read is named and put off, and hides no other in a list")
    func fulfillment() async throws {
        let (database, repository) = try await Self.tampered(
            "UPDATE fulfillment SET progress = '{}' WHERE transaction_id IN (1, 2, 3)"
        ) { repository in
            for id in ["1", "2", "3", "4", "5"] { _ = try await repository.record(Self.bought(id)) }
        }
        defer { withExtendedLifetime(database) {} }
        func leased(_ seconds: Int64) async throws -> FulfillmentLeases {
            let now = Sample.beginning + .seconds(seconds)
            return try await repository.leaseFulfillments(of: Sample.app, at: now, until: now + .days(1), limit: 4)
        }
        let first = try await leased(0)
        #expect(first.leases.map(\.fulfillment.transactionID) == [TransactionID("4")])
        #expect(first.unreadable == ["1", "2", "3"].map { FulfillmentID(TransactionID($0), in: .production) })
        let second = try await leased(1)
        #expect(second.leases.map(\.fulfillment.transactionID) == [TransactionID("5")], "Nothing waits behind them.")
        #expect(second.unreadable.isEmpty, "They do not come again and again.")
        #expect(try await leased(3600).unreadable.count == 3, "A worker checks again whether they can be read.")

        for filter in [FulfillmentFilter(), FulfillmentFilter(customer: Sample.customer("ada"))] {
            let page = try await repository.read { view in
                try view.fulfillments(of: Sample.app, matching: filter, after: 0, limit: 1)
            }
            #expect(page.map(\.fulfillment.transactionID) == [TransactionID("4")], "A page is short only at the end.")
            let rest = try await repository.read { view in
                try view.fulfillments(
                    of: Sample.app,
                    matching: filter,
                    after: page.last?.position ?? 0,
                    limit: 9
                )
            }
            #expect(rest.map(\.fulfillment.transactionID) == [TransactionID("5")])
        }
        await repository.close()
    }

    @Test("A refund that cannot be read hides no other in a list")
    func refund() async throws {
        let (database, repository) = try await Self.tampered(
            "UPDATE refund_case SET content = '{}' WHERE transaction_id IN (1, 2)"
        ) { repository in
            for id in ["1", "2", "3", "4"] {
                _ = try await repository.record(RepositoryContract.askedRefund(id, uuid: "u\(id)", hour: 1))
            }
        }
        defer { withExtendedLifetime(database) {} }
        for filter in [RefundFilter(), RefundFilter(status: .requested)] {
            let page = try await repository.read { view in
                try view.refunds(of: Sample.app, matching: filter, after: 0, limit: 1)
            }
            #expect(page.map(\.record.transactionID) == [TransactionID("3")])
            let all = try await repository.read { view in
                try view.refunds(of: Sample.app, matching: filter, after: 0, limit: 9)
            }
            #expect(all.map(\.record.transactionID) == ["3", "4"].map { TransactionID($0) })
        }
        // A read by its id reports it.
        await #expect(throws: RepositoryError.corrupt) {
            try await repository.read { view in
                try view.refund(RefundID(TransactionID("1"), in: .production), of: Sample.app)
            }
        }
        await repository.close()
    }

    @Test("A refund that cannot be read is reported and postponed, and does not block the others")
    func refundLease() async throws {
        let (database, repository) = try await Self.tampered(
            "UPDATE refund_case SET content = '{}' WHERE transaction_id = 1"
        ) { repository in
            for id in ["1", "2"] {
                _ = try await repository.record(RepositoryContract.askedRefund(id, uuid: "u\(id)", hour: 1))
            }
        }
        defer { withExtendedLifetime(database) {} }
        func leased(_ seconds: Int64) async throws -> RefundLeases {
            let now = Sample.beginning + .seconds(seconds)
            return try await repository.leaseRefunds(of: Sample.app, at: now, until: now + .seconds(45), limit: 10)
        }
        let first = try await leased(0)
        #expect(first.leases.map(\.record.transactionID) == [TransactionID("2")])
        #expect(first.unreadable == [RefundID(TransactionID("1"), in: .production)])
        #expect(first.count == 2)
        let second = try await leased(44)
        #expect(second.count == 0, "It does not come again and again.")
        let later = try await leased(3600)
        #expect(later.unreadable.count == 1, "A worker checks again whether it can be read.")
        await repository.close()
    }

    @Test("An order that cannot be read keeps no other from being listed, asked about or paid")
    func order() async throws {
        let (database, repository) = try await Self.tampered(
            "UPDATE purchase_order SET environment = 9 WHERE name IN ('1', '2')"
        ) { repository in
            for number in UInt64(1)...4 {
                let order = RepositoryContract.order("\(number)", token: number)
                _ = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
            }
        }
        defer { withExtendedLifetime(database) {} }
        let readable = ["3", "4"].map { OrderID($0) }
        let open = try await repository.read { view in try view.orders(in: .open, app: Sample.app, after: 0, limit: 2) }
        #expect(open.map(\.record.order.id) == readable)
        let own = try await repository.read { view in
            try view.orders(of: Sample.customer("anna"), app: Sample.app, before: .max, limit: 1)
        }
        #expect(own.map(\.record.order.id) == [OrderID("4")])
        let later = Sample.beginning + .hours(1)
        let asked = try await repository.read { view in try view.dueOrderChecks(of: Sample.app, at: later, limit: 1) }
        #expect(asked.map(\.order.id) == [OrderID("3")])

        // What is heard of all of them counts for those that can be read.
        let position = try #require(try await repository.read { view in try view.orderProgress(of: Sample.app) })
        let payments = (UInt64(1)...3).map {
            RepositoryContract.payment("\($0)", token: $0, eventPosition: position + 1)
        }
        let isHeard = try await repository.write { unit in
            try unit.hear(
                payments,
                fulfillments: [],
                app: Sample.app,
                from: position,
                through: position + 1,
                at: later
            )
        }
        #expect(isHeard)
        #expect(try await repository.read { view in try view.orderProgress(of: Sample.app) } == position + 1)
        let paid = try await repository.read { view in try view.order(OrderID("3"), app: Sample.app) }
        #expect(paid?.payments.map(\.transactionID) == [TransactionID("3")])
        let due = try await repository.read { view in try view.dueOrders(at: later, limit: 9) }
        #expect(due.map(\.id) == ["1", "2"].map { OrderID($0) }, "They are looked at as soon as they can be read.")
        await repository.close()
    }

    @Test("Tokens of customers who cannot be read keep no other from being removed")
    func customerToken() async throws {
        @Sendable func digest(_ number: UInt8) throws -> ContentDigest {
            try #require(ContentDigest(Array(repeating: number, count: ContentDigest.byteCount)))
        }
        let (database, repository) = try await Self.tampered(
            "UPDATE customer_token SET customer = '' WHERE customer IN ('anonymous:0', 'anonymous:1')"
        ) { repository in
            for number in UInt8(0)..<4 {
                try await repository.write { unit in
                    try unit.add(
                        CustomerTokenRecord(
                            digest: try digest(number),
                            app: Sample.app,
                            customer: Sample.customer("anonymous:\(number)"),
                            mintedAt: Sample.beginning + .seconds(Int64(number))
                        )
                    )
                }
            }
        }
        defer { withExtendedLifetime(database) {} }
        func remove() async throws -> [Int] {
            let step = try await repository.write { unit in
                try unit.removeUnusedCustomerTokens(
                    seenBefore: Sample.beginning + .days(2),
                    limit: 2
                )
            }
            return [step.removed, step.isDone ? 1 : 0]
        }
        #expect(try await remove() == [0, 0], "The two that cannot be read are the oldest.")
        #expect(try await remove() == [2, 0], "They do not come again.")
        #expect(try await remove() == [0, 1])
        for number in UInt8(2)..<4 {
            #expect(
                try await repository.read { view in try view.customer(ofToken: try digest(number), app: Sample.app) }
                    == nil
            )
        }
        await repository.close()
    }
}

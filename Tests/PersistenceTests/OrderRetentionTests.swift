import Ledger
import PersistenceSQLite
import PurserTesting
import Testing

/// Tests that state follows from evidence and its arrival, whenever closed orders are removed.
@Suite struct OrderRetentionTests {
    private static let ada = Sample.customer("ada")
    private static let orderCount = 6
    /// Well after every order has closed and could be removed.
    private static let end = Sample.beginning + .days(40) + OrderRecord.removedAfter

    /// A purchase that becomes known at an instant, perhaps several times.
    private struct News {
        let id: Int
        let token: UInt64
        let at: Instant
        let refundedAt: Instant?
    }

    @Test("The state of orders does not depend on when closed ones are removed", arguments: UInt64(1)...8)
    func runs(seed: UInt64) async throws {
        let news = Self.news(seed: seed)
        let inMemory = try await Self.outcome(of: news, in: InMemoryRepository(), removingAlways: false)
        let hasLateOnes = inMemory.withoutOrder.count > 0 && inMemory.withoutOrder.count < Set(news.map(\.id)).count
        for removesAlways in [false, true] {
            let database = try TemporaryDatabase()
            let repository = try database.open()
            let found = try await Self.outcome(of: news, in: repository, removingAlways: removesAlways)
            await repository.close()
            #expect(found == inMemory, "Removed \(removesAlways ? "always" : "at the end").")
        }
        let always = try await Self.outcome(of: news, in: InMemoryRepository(), removingAlways: true)
        #expect(always == inMemory)
        if seed == 2 { #expect(hasLateOnes, "Some purchases came too late, and some did not.") }
    }

    /// The remaining state at the end.
    private struct Outcome: Equatable {
        var orders: [OrderRecord] = []
        var withoutOrder: [OrderPayment] = []
        var names: [EventName] = []
        var owners: [CustomerID?] = []
    }

    private static func news(seed: UInt64) -> [News] {
        var generator = SeededGenerator(seed: seed)
        var news: [News] = []
        for id in 1...7 {
            let token = UInt64(generator.number(below: Self.orderCount)) + 1
            for _ in 0...generator.number(below: 2) {
                let at = Sample.beginning + .hours(Int64(generator.number(below: 24 * 45)))
                let isRefunded = generator.happens(percent: 30)
                news.append(News(id: id, token: token, at: at, refundedAt: isRefunded ? Sample.beginning : nil))
            }
        }
        return news.sorted { $0.at < $1.at }
    }

    private static func outcome(
        of news: [News],
        in repository: any Repository,
        removingAlways: Bool
    ) async throws -> Outcome {
        for number in 1...Self.orderCount + 1 {
            // The last one stays open, so that none of the others is the newest.
            let order = Sample.order(
                "\(number)",
                by: Self.ada,
                token: UInt64(number),
                retention: .days(number > Self.orderCount ? 3650 : 30)
            )
            _ = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        }
        for number in 1...Self.orderCount {
            _ = try await repository.write { unit in
                try unit.perform(
                    .look,
                    on: OrderID("\(number)"),
                    app: Sample.app,
                    at: Sample.beginning + .days(1)
                )
            }
        }
        for piece in news {
            if removingAlways { _ = try await repository.removeClosedOrders(at: piece.at, limit: 99) }
            let from = try await repository.read { view in try view.orderProgress(of: Sample.app) } ?? 0
            let payment = OrderPayment(
                environment: .production,
                transactionID: TransactionID("\(piece.id)"),
                originalTransactionID: OriginalTransactionID("\(piece.id)"),
                productID: ProductID("gems"),
                quantity: 1,
                owner: nil,
                token: Sample.token(piece.token),
                purchasedAt: Sample.beginning,
                refundedAt: piece.refundedAt,
                eventPosition: from + 1
            )
            _ = try await repository.write { unit in
                try unit.hear([payment], app: Sample.app, from: from, through: from + 1, at: piece.at)
            }
        }
        while try await repository.removeClosedOrders(at: Self.end + .days(30), limit: 2) > 0 {}
        var outcome = Outcome()
        outcome.orders = try await repository.read { view in
            try view.orders(of: Self.ada, app: Sample.app, before: .max, limit: 99)
        }
        .map(\.record)
        outcome.withoutOrder = try await repository.read { view in
            try view.paymentsWithoutOrder(app: Sample.app, after: 0, limit: 99)
        }
        .map(\.payment)
        let stream = EventStream(app: Sample.app, subject: .customer(Self.ada))
        outcome.names = try await repository.read { view in try view.events(of: stream, after: 0, limit: 999) }.map(
            \.name
        )
        for number in 1...Self.orderCount {
            let owner = try await repository.read { view in
                try view.customer(of: Sample.token(UInt64(number)), app: Sample.app)
            }
            outcome.owners.append(owner)
        }
        return outcome
    }
}

import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing

/// An order costs as much for a customer with many earlier orders as for one with few.
@Suite struct OrderCostTests {
    @Test("Guards that use all orders of a customer read no more for the hundredth order than for the tenth")
    func guards() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "orders-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let path = folder.appending(path: "purser.db").path
        let repository = CountedRepository(try SQLiteRepository(path: path, logger: logger) { _ in })
        let shop = try TestShop(repository: repository)
        let now = Mutex(Sample.beginning)
        let service = OrderService(
            repository: repository,
            ambient: Ambient(now: { now.withLock { $0 } }, randomBytes: shop.ambient.randomBytes)
        )
        let gems = ProductID("gems.600")
        let rules = try RuleFile(
            bytes: Array(
                """
                policy: orders
                rules:
                  - name: velocity
                    when: { orders.lastHour: { above: 900 }, orders.lastDay: { above: 900 }, orders.open: { above: 900 } }
                    answer: refuse
                  - { name: month, when: { spent.thisMonth: { above: CNY 90000 } }, answer: refuse }
                otherwise: allow
                """.utf8
            ),
            file: "guards.yaml",
            vocabularies: [.orders]
        ).rules
        let app = ServedApp(
            name: Sample.app,
            verifier: shop.app.verifier,
            catalog: Catalog(products: [gems: Product(id: gems, kind: .consumable)]),
            guards: rules
        )
        var costs: [CountedRepository.Cost] = []
        for number in 1...100 {
            _ = repository.takeCost()
            let draft = OrderDraft(
                customer: Sample.customer("anna"),
                productID: gems,
                price: Money(amountMilliunits: 1000, currency: "CNY")
            )
            let made = try await service.create(draft, in: app, by: "backend")
            costs.append(repository.takeCost())
            // Each third order stays open, for a day.
            if number % 3 != 0 {
                _ = try await service.cancel(made.order.id, in: app, by: "shop", reason: nil)
            }
            // Three orders a day, so that the limit of orders within a day reads as many each time.
            now.withLock { $0 = $0 + .hours(8) }
        }
        await repository.close()
        // What was canceled before is read from the events, and whether an order is open decides what is summed: each
        // order is compared with those that follow the same two.
        for (index, cost) in costs.enumerated().dropFirst(12) {
            #expect(cost == costs[9 + index % 3], "order \(index + 1)")
        }
        #expect(costs.allSatisfy { $0.rows > 0 })
    }

    @Test("A customer's spending counts open orders by the price that was known when they were created")
    func spent() async throws {
        let shop = try TestShop()
        shop.setNow(Sample.beginning)
        let service = OrderService(repository: shop.repository, ambient: shop.ambient)
        let gems = ProductID("gems.600")
        func app(price: Int64) throws -> ServedApp {
            let text =
                "policy: orders\nrules:\n  - { name: month, when: { spent.thisMonth: { above: CNY 30 } }, "
                + "answer: refuse }\notherwise: allow"
            return ServedApp(
                name: Sample.app,
                verifier: shop.app.verifier,
                catalog: Catalog(
                    products: [
                        gems: Product(
                            id: gems,
                            kind: .consumable,
                            shopPrice: ShopPrice(Money(amountMilliunits: price, currency: "CNY"))
                        )
                    ]
                ),
                guards: try RuleFile(bytes: Array(text.utf8), file: "guards.yaml", vocabularies: [.orders]).rules
            )
        }
        let draft = OrderDraft(customer: Sample.customer("anna"), productID: gems, quantity: 2)
        let first = try await service.create(draft, in: try app(price: 10_000), by: "backend")
        #expect(first.order.amount == Money(amountMilliunits: 20_000, currency: "CNY"))
        // 20 of the open order and 2 of this one; the catalog's new price does not change the former.
        _ = try await service.create(draft, in: try app(price: 1000), by: "backend")
        await #expect(throws: OrderError.self) {
            try await service.create(draft, in: try app(price: 5000), by: "backend")
        }
        _ = try await service.cancel(first.order.id, in: try app(price: 1000), by: "shop", reason: nil)
        _ = try await service.create(draft, in: try app(price: 5000), by: "backend")
    }
}

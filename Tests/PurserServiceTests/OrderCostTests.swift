import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// An order costs as much for a customer with many earlier orders as for one with few.
@Suite struct OrderCostTests {
    /// Counts the orders that are read one by one.
    private final class CountingRepository: ForwardingRepository {
        let base: any Repository
        let calls = Mutex(0)
        let rows = Mutex(0)

        init(_ base: any Repository) { self.base = base }

        func orders(
            of customer: CustomerID,
            app: AppName,
            before position: Int64,
            limit: Int
        ) async throws(RepositoryError) -> [PositionedOrder] {
            let page = try await self.base.read { view in
                try view.orders(of: customer, app: app, before: position, limit: limit)
            }
            self.calls.withLock { $0 += 1 }
            self.rows.withLock { $0 += page.count }
            return page
        }

        func openOrders(
            of customer: CustomerID,
            app: AppName,
            at now: Instant
        ) async throws(RepositoryError) -> OpenOrders {
            self.calls.withLock { $0 += 1 }
            return try await self.base.read { view in try view.openOrders(of: customer, app: app, at: now) }
        }

        func orderCount(
            of customer: CustomerID,
            app: AppName,
            since: Instant
        ) async throws(RepositoryError) -> Int {
            self.calls.withLock { $0 += 1 }
            return try await self.base.read { view in try view.orderCount(of: customer, app: app, since: since) }
        }

        func taken() -> [Int] {
            [Self.taken(self.calls), Self.taken(self.rows)]
        }

        private static func taken(_ counter: borrowing Mutex<Int>) -> Int {
            counter.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    @Test("Guards that use all orders of a customer read no more for the hundredth order than for the second")
    func guards() async throws {
        let shop = try TestShop()
        let repository = CountingRepository(shop.repository)
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
        var costs: [[Int]] = []
        for number in 1...100 {
            _ = repository.taken()
            let draft = OrderDraft(
                customer: Sample.customer("anna"),
                productID: gems,
                price: Money(amountMilliunits: 1000, currency: "CNY")
            )
            let made = try await service.create(draft, in: app, by: "backend")
            costs.append(repository.taken())
            // Some orders stay open, most do not.
            if number % 3 != 0 {
                _ = try await service.cancel(made.order.id, in: app, by: "shop", reason: nil)
            }
            now.withLock { $0 = $0 + .minutes(20) }
        }
        #expect(costs[1] == [5, 1], "It reads the newest order, counts and sums.")
        #expect(costs.dropFirst().allSatisfy { $0 == costs[1] })
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

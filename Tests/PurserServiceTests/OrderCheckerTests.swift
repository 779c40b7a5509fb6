import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct OrderCheckerTests {
    private static func checker(_ shop: SimulatedShop) -> OrderChecker {
        OrderChecker(
            repository: shop.repository,
            checker: ChainChecker(
                repository: shop.repository,
                ingest: shop.ingest,
                ambient: shop.ambient,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ),
            ambient: shop.ambient
        )
    }

    private static func pass(_ shop: SimulatedShop, _ duration: Duration) async throws {
        try await shop.world.advance(by: duration) { await shop.receive($0) }
    }

    @Test(
        "An order stays due while Apple does not answer, is checked again after a pause, and then its payment is found"
    )
    func unanswered() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 5))
        let anna = try shop.world.customer("anna")
        let first = try shop.world.buy("coins.100", by: anna)
        try await shop.submit(first.transactionId, by: "anna")
        let service = OrderService(repository: shop.repository, ambient: shop.ambient)
        let draft = OrderDraft(customer: Sample.customer("anna"), productID: ProductID("coins.100"))
        let made = try await service.create(draft, in: shop.app, by: "shop")
        shop.setDown(true)
        var action = WorldAction(.buy)
        action.customer = "anna"
        action.product = "coins.100"
        action.token = made.order.token.description
        _ = try await shop.world.perform(action) { await shop.receive($0) }
        try await Self.pass(shop, .seconds(601))
        let checker = Self.checker(shop)
        shop.acceptKey(calls: 0)
        #expect(try await checker.check(of: shop.app, limit: 5) == 0, "Apple does not answer.")
        #expect(
            try await shop.repository.read { view in try view.order(made.order.id, app: shop.app.name) }?.askedAt == nil
        )
        shop.acceptKey(calls: nil)
        let count = shop.asked.count
        #expect(try await checker.check(of: shop.app, limit: 5) == 0, "The app pauses.")
        #expect(shop.asked.count == count)
        try await Self.pass(shop, .seconds(61))
        #expect(try await checker.check(of: shop.app, limit: 5) == 1)
        let paid = try await service.order(made.order.id, in: shop.app)
        #expect(paid.askedAt == shop.ambient.now())
        #expect(paid.state(at: shop.ambient.now()) == .paid)
        #expect(try await checker.check(of: shop.app, limit: 5) == 0)
    }
}

import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct OrderRemovalTests {
    @Test("Closed orders are removed in batches, and the customer still gets a payment that comes late")
    func rounds() async throws {
        let shop = try TestShop()
        shop.setNow(Sample.beginning)
        let service = OrderService(repository: shop.repository, ambient: shop.ambient)
        let matcher = OrderMatcher(repository: shop.repository, ambient: shop.ambient)
        let worker = OrderRemovalWorker(
            matcher: matcher,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: .continuous
        )
        let product = ProductID("com.example.plus.monthly")
        let app = ServedApp(
            name: Sample.app,
            verifier: shop.app.verifier,
            catalog: Catalog(products: [product: Product(id: product, kind: .autoRenewable, group: "plus")])
        )
        let count = OrderRemovalWorker<ContinuousClock>.step + 2
        var first: OrderRecord?
        for number in 0..<count {
            // Each belongs to another customer.
            let draft = OrderDraft(
                customer: Sample.customer("c\(number)"),
                productID: product,
                id: "order-\(number)",
                token: Sample.token(UInt64(number))
            )
            let made = try await service.create(draft, in: app, by: "app")
            first = first ?? made
        }
        shop.setNow(Sample.beginning + .days(1))
        while try await matcher.expire(limit: 100) > 0 {}
        shop.setNow(Sample.beginning + .days(181))
        #expect(await worker.round() == false, "They have closed, and are kept for a day.")
        shop.setNow(Sample.beginning + .days(182))
        #expect(await worker.round(), "A full batch, so there may be more.")
        #expect(await worker.round() == false, "The newest order stays.")
        let order = try #require(first).order
        await #expect(throws: OrderError.unknownOrder) { try await service.order(order.id, in: app) }
        let period = Sample.period("100", of: "100", at: Sample.beginning, token: order.token)
        _ = try await shop.repository.ingest(Sample.notification(1, about: period))
        try await matcher.follow(Sample.app)
        let late = try await service.paymentsWithoutOrder(in: app, after: 0, limit: 9)
        #expect(late.map(\.payment.owner) == [order.customer])
        let ledger = try await shop.repository.read { view in
            try view.ledger(of: order.customer, app: Sample.app, environment: .production)
        }
        #expect(ledger.chains.count == 1, "No paid purchase is lost.")
    }
}

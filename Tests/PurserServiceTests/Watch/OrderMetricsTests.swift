import Ledger
import PurserService
import PurserTesting
import Testing

/// Changes of an order count once, on whichever node and however often they are seen.
@Suite struct OrderMetricsTests {
    private static let label = #"app="\#(Sample.app.rawValue)",environment="Production""#
    private static let gems = ProductID("gems.600")
    private static let anna = Sample.customer("anna")

    private let metrics = CountedMetrics()
    private let shop: TestShop

    init() throws {
        self.shop = try TestShop()
        self.shop.setNow(Sample.beginning)
    }

    private var service: OrderService { OrderService(repository: self.shop.repository, ambient: self.shop.ambient) }
    private var matcher: OrderMatcher { OrderMatcher(repository: self.shop.repository, ambient: self.shop.ambient) }

    private var app: ServedApp {
        var limits = OrderLimits()
        limits.open = 4
        return ServedApp(
            name: Sample.app,
            verifier: self.shop.app.verifier,
            catalog: Catalog(products: [Self.gems: Product(id: Self.gems, kind: .consumable)]),
            orderLimits: limits
        )
    }

    private func order(_ change: (inout OrderDraft) -> Void = { _ in }) async throws -> OrderRecord {
        var draft = OrderDraft(customer: Self.anna, productID: Self.gems)
        change(&draft)
        return try await self.service.create(draft, in: self.app, by: "backend")
    }

    private func pay(_ id: String, with token: AccountToken) async throws {
        var payment = Sample.gems(id, at: Sample.beginning, number: UInt64(id) ?? 0)
        payment.productID = Self.gems
        payment.accountToken = token
        _ = try await self.shop.repository.record(Sample.facts([payment]))
    }

    @Test(
        "An order counts when it is created, paid, fulfilled, expired and canceled, on the node that sees it first"
    )
    func outcomes() async throws {
        try await self.metrics.counting {
            let paid = try await self.order()
            let canceled = try await self.order()
            _ = try await self.order { $0.lifetime = .hours(1) }
            try await self.pay("100", with: paid.order.token)
            self.shop.setNow(Sample.beginning + .seconds(90))
            // Two nodes look at the same time.
            async let one: Void = self.matcher.follow(Sample.app)
            async let other: Void = self.matcher.follow(Sample.app)
            _ = try await (one, other)
            try await self.matcher.follow(Sample.app)
            try await self.service.fulfill(paid.order.id, in: self.app, at: Sample.beginning + .seconds(90))
            _ = try await self.service.cancel(canceled.order.id, in: self.app, by: "support", reason: nil)
            self.shop.setNow(Sample.beginning + .hours(1))
            _ = try await self.matcher.expire(limit: 9)
            try await self.matcher.follow(Sample.app)
            try await self.matcher.follow(Sample.app)
        }
        #expect(
            self.metrics.series(of: "purser_orders_total") == [
                "{\(Self.label),outcome=\"canceled\"} 1", "{\(Self.label),outcome=\"created\"} 3",
                "{\(Self.label),outcome=\"expired\"} 1", "{\(Self.label),outcome=\"fulfilled\"} 1",
                "{\(Self.label),outcome=\"paid\"} 1",
            ]
        )
        #expect(
            self.metrics.series(of: "purser_order_paid_seconds_count") == ["{\(Self.label)} 1"]
        )
        #expect(
            self.metrics.series(of: "purser_order_paid_seconds_sum") == ["{\(Self.label)} 90"]
        )
    }

    @Test("A refused order counts by the code of its refusal")
    func refusals() async throws {
        try await self.metrics.counting {
            for product in ["gems.none", "gems.nobody"] {
                await #expect(throws: OrderError.unknownProduct) {
                    try await self.order { $0.productID = ProductID(product) }
                }
            }
            for number in 0..<4 { _ = try await self.order { $0.id = "order-\(number)" } }
            await #expect(throws: OrderError.tooManyOpen(4)) { try await self.order { $0.id = "order-4" } }
        }
        let app = "app=\"\(Sample.app.rawValue)\""
        #expect(
            self.metrics.series(of: "purser_order_refusals_total") == [
                "{\(app),code=\"orders_open_full\",environment=\"Production\"} 1",
                "{\(app),code=\"product_unknown\",environment=\"Production\"} 2",
            ]
        )
    }
}

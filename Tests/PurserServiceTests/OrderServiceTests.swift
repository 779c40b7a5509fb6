import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct OrderServiceTests {
    let shop: TestShop
    let service: OrderService

    init() throws {
        self.shop = try TestShop()
        self.shop.setNow(Sample.beginning)
        self.service = OrderService(repository: self.shop.repository, ambient: self.shop.ambient)
    }

    private var matcher: OrderMatcher {
        OrderMatcher(repository: self.shop.repository, ambient: self.shop.ambient)
    }

    private static let plus = ProductID("com.example.plus.monthly")
    static let anna = Sample.customer("anna")

    private static let catalog = Catalog(
        entitlements: [
            EntitlementName("plus"): EntitlementDefinition(name: EntitlementName("plus"), displayNames: [:])
        ],
        products: [
            Self.plus: Product(id: Self.plus, kind: .autoRenewable, group: "plus", unlocks: [EntitlementName("plus")]),
            ProductID("gems.600"): Product(
                id: ProductID("gems.600"),
                kind: .consumable,
                grants: ["gems": 600],
                area: .only(["CHN", "HKG"])
            ),
            ProductID("gems.old"): Product(id: ProductID("gems.old"), kind: .consumable, isRetired: true),
        ]
    )

    func app(_ guards: String? = nil) throws -> ServedApp {
        let rules = try guards.map { text in
            try RuleFile(bytes: Array(text.utf8), file: "guards.yaml", vocabularies: [.orders]).rules
        }
        return ServedApp(
            name: Sample.app,
            verifier: self.shop.app.verifier,
            catalog: Self.catalog,
            guards: rules
        )
    }

    func create(
        _ product: String = "com.example.plus.monthly",
        in app: ServedApp,
        _ change: (inout OrderDraft) -> Void = { _ in }
    ) async throws -> OrderRecord {
        var draft = OrderDraft(customer: Self.anna, productID: ProductID(product))
        change(&draft)
        return try await self.service.create(draft, in: app, by: "backend")
    }

    private func names() async throws -> [EventName] {
        let stream = EventStream(app: Sample.app, subject: .customer(Self.anna))
        return try await self.shop.repository.read { view in try view.events(of: stream, after: 0, limit: 99) }.map(
            \.name
        )
        .filter { $0.rawValue.hasPrefix("order.") }
    }

    private func pay(
        _ id: String,
        with token: AccountToken,
        at instant: Instant = Sample.beginning,
        reason: TransactionSnapshot.Reason = .purchase,
        of original: String? = nil
    ) async throws {
        let period = Sample.period(id, of: original ?? id, at: instant, token: token, reason: reason)
        let number = UInt64(id) ?? 0
        _ = try await self.shop.repository.ingest(Sample.notification(number, about: period))
    }

    @Test("A payment finds its order by token although only the notification came, and the customer owns the purchase")
    func notificationOnly() async throws {
        let app = try self.app()
        let made = try await self.create(in: app)
        #expect(made.state(at: Sample.beginning) == .created)
        #expect(made.order.token.description.dropFirst(14).first == "4", "A random UUID.")
        try await self.pay("100", with: made.order.token)
        let paid = try await self.service.order(made.order.id, in: app)
        #expect(paid.state(at: Sample.beginning) == .paid)
        #expect(paid.flags == [])
        #expect(paid.payments.map(\.owner) == [Self.anna])
        #expect(try await self.names() == [.orderCreated, .orderPaid])
        _ = try await self.service.order(made.order.id, in: app)
        #expect(try await self.names() == [.orderCreated, .orderPaid], "Reading publishes nothing.")
        let open = try await self.service.orders(in: .open, in: app, after: 0, limit: 9)
        #expect(open.isEmpty)
        let waiting = try await self.service.orders(in: .paidNotFulfilled, in: app, after: 0, limit: 9)
        #expect(waiting.map(\.record) == [paid])
    }

    @Test("A renewal with the token of its first period's order pays for no other order")
    func renewal() async throws {
        let app = try self.app()
        let made = try await self.create(in: app)
        try await self.pay("100", with: made.order.token)
        try await self.pay(
            "101",
            with: made.order.token,
            at: Sample.beginning + .days(30),
            reason: .renewal,
            of: "100"
        )
        let paid = try await self.service.order(made.order.id, in: app)
        #expect(paid.payments.count == 1)
        #expect(paid.flags == [])
    }

    @Test("The same order paid twice is flagged, and both purchases stay")
    func twice() async throws {
        let app = try self.app()
        let made = try await self.create(in: app)
        try await self.pay("100", with: made.order.token)
        try await self.pay("200", with: made.order.token)
        let paid = try await self.service.order(made.order.id, in: app)
        #expect(paid.flags == [.paidTwice])
        #expect(paid.payments.count == 2)
        #expect(try await self.names() == [.orderCreated, .orderPaid, .orderFlagged])
    }

    @Test("The wrong product paid is flagged, and the purchase is among those without order")
    func wrongProduct() async throws {
        let app = try self.app()
        let made = try await self.create("gems.600", in: app)
        try await self.pay("100", with: made.order.token)
        let record = try await self.service.order(made.order.id, in: app)
        #expect(record.state(at: Sample.beginning) == .created)
        #expect(record.flags == [.otherProduct])
        let rest = try await self.service.paymentsWithoutOrder(in: app, after: 0, limit: 9)
        #expect(rest.map(\.payment.transactionID) == [TransactionID("100")])
        // A purchase without an order is there too, and one from before the first order is not.
        try await self.pay("300", with: Sample.token(99))
        try await self.matcher.follow(Sample.app)
        let all = try await self.service.paymentsWithoutOrder(in: app, after: 0, limit: 9)
        #expect(all.map(\.payment.transactionID.rawValue) == ["100", "300"])
    }

    @Test("An order expires at its instant, and a payment after it still pays")
    func expiry() async throws {
        let app = try self.app()
        let made = try await self.create(in: app) { $0.lifetime = .hours(1) }
        let end = Sample.beginning + .hours(1)
        self.shop.setNow(end - .seconds(1))
        #expect(try await self.matcher.expire(limit: 9) == 0)
        self.shop.setNow(end)
        #expect(try await self.matcher.expire(limit: 9) == 1)
        #expect(try await self.matcher.expire(limit: 9) == 0)
        #expect(try await self.names() == [.orderCreated, .orderExpired])
        try await self.pay("100", with: made.order.token, at: end)
        let paid = try await self.service.order(made.order.id, in: app)
        #expect(paid.state(at: end) == .paid)
        #expect(paid.flags == [.paidAfterExpiry])
        #expect(try await self.names() == [.orderCreated, .orderExpired, .orderPaid, .orderFlagged])
    }

    @Test("An order that was paid in time is paid, even if it was matched after it was due")
    func paidInTime() async throws {
        let app = try self.app()
        let made = try await self.create(in: app) { $0.lifetime = .hours(1) }
        try await self.pay("100", with: made.order.token)
        self.shop.setNow(Sample.beginning + .days(2))
        _ = try await self.matcher.expire(limit: 9)
        #expect(try await self.names() == [.orderCreated, .orderPaid])
    }

    @Test("A paid order cannot be canceled; an unpaid one can, once")
    func cancel() async throws {
        let app = try self.app()
        let made = try await self.create(in: app)
        let other = try await self.create(in: app)
        try await self.pay("100", with: made.order.token)
        await #expect(throws: OrderError.alreadyPaid) {
            try await self.service.cancel(made.order.id, in: app, by: "support", reason: nil)
        }
        for nothing in [nil, NoChange.Code.orderCanceled] {
            let canceled = try await self.service.cancel(other.order.id, in: app, by: "support", reason: "a mistake")
            #expect(canceled.value.state(at: Sample.beginning) == .canceled)
            #expect(canceled.nothing == nothing)
        }
        await #expect(throws: OrderError.unknownOrder) {
            try await self.service.cancel(other.order.id, in: app, of: Sample.customer("ben"), by: "app", reason: nil)
        }
        try await self.pay("200", with: other.order.token)
        #expect(try await self.service.order(other.order.id, in: app).flags == [.paidAfterCancel])
    }

    @Test("Every invalid order is refused with its own reason")
    func badInput() async throws {
        let app = try self.app()
        func refused(_ error: OrderError, _ product: String = "gems.600", _ change: (inout OrderDraft) -> Void) async {
            await #expect(throws: error) { try await self.create(product, in: app, change) }
        }
        await refused(.unknownProduct, "gems.601") { _ in }
        await refused(.retiredProduct, "gems.old") { _ in }
        await refused(.notSoldHere(storefront: "USA")) { $0.storefront = "USA" }
        for quantity in [0, -1, 11, Int64.max, .min] { await refused(.quantity(1...10)) { $0.quantity = quantity } }
        await refused(.quantity(1...1), "com.example.plus.monthly") { $0.quantity = 2 }
        await refused(.price) { $0.price = Money(amountMilliunits: -1, currency: "CNY") }
        await refused(.price) { $0.price = Money(amountMilliunits: 1, currency: "yuan") }
        await refused(.price) {
            $0.price = Money(amountMilliunits: .max, currency: "CNY")
            $0.quantity = 2
        }
        await refused(.name) { $0.id = "a b" }
        await refused(.text(field: "reference", maximumBytes: 200)) { $0.reference = "a\nb" }
        await refused(.lifetime) { $0.lifetime = .seconds(59) }
        await refused(.lifetime) { $0.lifetime = .days(31) }
        await refused(.environment) { $0.environment = .xcode }
        _ = try await self.create("gems.600", in: app) { draft in
            draft.id = "one"
            draft.token = Sample.token(1)
            draft.storefront = "CHN"
            draft.quantity = 10
        }
        await refused(.nameTaken) { $0.id = "one" }
        await refused(.tokenTaken) { $0.token = Sample.token(1) }
        #expect(try await self.names() == [.orderCreated])
    }

    @Test("A guard refuses with its rule and reason, and one that flags lets the order pass")
    func guards() async throws {
        let app = try self.app(
            """
            policy: orders
            rules:
              - { name: blocked, when: { customer.blocked: true }, answer: refuse }
              - { name: too many at once, when: { orders.lastHour: { atLeast: 2 } }, answer: "refuse, wait an hour" }
              - name: too much for a child
                when: { customer.ageBand: under8, spent.thisMonth: { above: CNY 20 } }
                answer: refuse, ask your parents
              - { name: in debt, when: { wallet.debt: { above: 0 } }, answer: refuse }
              - { name: many, when: { quantity: { above: 5 } }, answer: "flag, look at it" }
            otherwise: allow
            """
        )
        let flagged = try await self.create("gems.600", in: app) { $0.quantity = 6 }
        #expect(flagged.order.remark == Order.Remark(rule: "many", reason: "look at it"))
        #expect(flagged.flags == [.guardRemark])
        await #expect(
            throws: OrderError.refused(
                rule: "too much for a child",
                reason: "ask your parents",
                explanation: [
                    "Rule 3, too much for a child, matched: the customer's age band is under8; the amount spent this month is CNY "
                        + "24.00. So the order is refused: ask your parents.",
                    "Rule 1, blocked, did not: it is not so that the customer is blocked.",
                    "Rule 2, too many at once, did not: the number of orders in the last hour is 1.",
                ]
            )
        ) {
            try await self.create("gems.600", in: app) { draft in
                draft.ageBand = "under8"
                draft.price = Money(amountMilliunits: 12000, currency: "CNY")
                draft.quantity = 2
            }
        }
        _ = try await self.create("gems.600", in: app)
        do {
            _ = try await self.create("gems.600", in: app)
            Issue.record("A third one in an hour.")
        } catch let error as OrderError {
            #expect(error.code == "order_refused")
            #expect(error.remedy == "The rule \"too many at once\" refused the order: wait an hour.")
        }
        self.shop.setNow(Sample.beginning + .hours(1) + .seconds(1))
        _ = try await self.create("gems.600", in: app)
        _ = try await self.service.block(Self.anna, true, in: app, by: "support", reason: "sells refunds")
        await #expect(throws: OrderError.self) { try await self.create("gems.600", in: app) }
        _ = try await self.service.block(Self.anna, false, in: app, by: "support", reason: "a mistake")
        _ = try await self.create("gems.600", in: app)
        let acts = try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.map(
            \.action
        )
        #expect(acts == [.customerBlock, .customerUnblock])
    }

    @Test("A customer who owes coins is refused, but not without a wallet, with debts elsewhere, or after repayment")
    func debt() async throws {
        let app = try self.app(
            "policy: orders\nrules: [{ name: debt, when: { wallet.debt: { above: 0 } }, answer: refuse }]\notherwise: allow"
        )
        let draft = OrderDraft(customer: Self.anna, productID: ProductID("gems.600"))
        _ = try await self.service.create(draft, in: app, by: "backend")
        let purchase = PurchaseKey.single(TransactionID("1"))
        let now = self.shop.ambient.now()
        func book(_ task: WalletRequest.Kind, _ key: String, in environment: StoreEnvironment) async throws {
            let wallet = WalletName(
                app: app.name,
                environment: environment,
                customer: Self.anna,
                coin: CoinName("gems")
            )
            let order = WalletRequest(task, cause: .call, key: key, reason: "test", at: now)
            _ = try await self.shop.repository.write { unit in try unit.carryOut(order, on: wallet, terms: Coin()) }
                .get()
        }
        for environment in [StoreEnvironment.sandbox, .production] {
            try await book(.credit(purchase, [.init(.paid, 5)]), "bought", in: environment)
            try await book(.spend(5), "spent", in: environment)
            let refund = RevocationTarget.Refund(revokedAt: now)
            try await book(.revoke(purchase, refund, forgives: false), "refunded", in: environment)
            if environment == .sandbox { _ = try await self.service.create(draft, in: app, by: "backend") }
        }
        await #expect(throws: OrderError.self) { try await self.service.create(draft, in: app, by: "backend") }
        try await book(.grant(5, expiresAt: nil), "given", in: .production)
        _ = try await self.service.create(draft, in: app, by: "backend")
    }

    @Test("Velocity, storefront and entitlements come from the ledger")
    func evidence() async throws {
        let plain = try self.app()
        let made = try await self.create(in: plain)
        try await self.pay("100", with: made.order.token)
        func isRefused(_ condition: String, _ change: (inout OrderDraft) -> Void = { _ in }) async throws -> Bool {
            let text = "policy: orders\nrules: [{ name: a, when: { \(condition) }, answer: refuse }]\notherwise: allow"
            let app = try self.app(text)
            do {
                _ = try await self.create(in: app, change)
                return false
            } catch let error as OrderError {
                return error.code == "order_refused"
            }
        }
        #expect(try await isRefused("purchases.lastHour: 1"))
        #expect(try await isRefused("purchases.lastDay: { atLeast: 1 }"))
        #expect(try await !isRefused("purchases.lastDay: { above: 1 }"))
        #expect(try await isRefused("storefront.changed: true") { $0.storefront = "CHN" })
        #expect(try await !isRefused("storefront.changed: true") { $0.storefront = "USA" })
        #expect(try await isRefused("storefront.changed: true"), "A withheld storefront gets the stricter answer.")
        #expect(try await !isRefused("storefront.changed: true") { $0.customer = Sample.customer("new") })
        #expect(try await isRefused("storefront: USA"), "Apple signed the storefront of the last purchase.")
        #expect(try await !isRefused("storefront: CHN"))
        #expect(try await isRefused("storefront: CHN") { $0.customer = Sample.customer("new") }, "It is unknown.")
        #expect(
            try await isRefused("spent.thisMonth: { atLeast: USD 10.99 }") { draft in
                draft.price = Money(amountMilliunits: 1000, currency: "USD")
            }
        )
        #expect(
            try await !isRefused("spent.thisMonth: { above: USD 10.99 }") { draft in
                draft.price = Money(amountMilliunits: 1000, currency: "USD")
            }
        )
        #expect(try await isRefused("entitlements.held: true, entitlements.elsewhere: false"))
        let grant = Grant(
            id: GrantID("g"),
            entitlement: EntitlementName("plus"),
            beginsAt: Sample.beginning,
            endsAt: nil,
            grantedAt: Sample.beginning,
            grantedBy: "support",
            reason: "bought in another store"
        )
        _ = try await self.shop.repository.write { unit in
            try unit.keep(grant, for: Self.anna, app: Sample.app, catalog: Self.catalog)
        }
        #expect(try await isRefused("entitlements.elsewhere: true"))
        #expect(try await isRefused("product.kind: auto-renewable, sandbox: false"))
        #expect(try await !isRefused("customer.age: { atLeast: 0s }"), "The registration date is unknown.")
    }

    @Test("A guard that counts orders admits the configured number, however many are created at the same moment")
    func atOnce() async throws {
        let app = try self.app(
            """
            policy: orders
            rules: [{ name: many, when: { orders.lastHour: { atLeast: 3 } }, answer: refuse }]
            otherwise: allow
            """
        )
        let made = await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<12 { tasks.addTask { (try? await self.create(in: app)) != nil } }
            return await tasks.reduce(into: 0) { count, isMade in count += isMade ? 1 : 0 }
        }
        #expect(made == 3)
        await #expect(throws: OrderError.self) { try await self.create(in: app) }
    }

    @Test("Open orders count as spent this month")
    func openSpending() async throws {
        let app = try self.app(
            """
            policy: orders
            rules: [{ name: enough, when: { spent.thisMonth: { above: CNY 200 } }, answer: refuse }]
            otherwise: allow
            """
        )
        let price = Money(amountMilliunits: 150_000, currency: "CNY")
        _ = try await self.create(in: app) { $0.price = price }
        await #expect(throws: OrderError.self) { try await self.create(in: app) { $0.price = price } }
        let little = Money(amountMilliunits: 50_000, currency: "CNY")
        #expect(try await self.create(in: app) { $0.price = little }.order.price == little)
    }

    @Test("All open orders count, and expired ones do not")
    func manyOpen() async throws {
        let plain = try self.app()
        for _ in 0..<12 { _ = try await self.create("gems.600", in: plain) }
        let app = try self.app(
            """
            policy: orders
            rules: [{ name: many, when: { orders.open: { atLeast: 12 } }, answer: refuse }]
            otherwise: allow
            """
        )
        await #expect(throws: OrderError.self) { try await self.create("gems.600", in: app) }
        self.shop.setNow(Sample.beginning + .days(1))
        _ = try await self.create("gems.600", in: app)
    }

    @Test("A guard uses the catalog's price if the order has none, and otherwise the last price paid in the storefront")
    func knownPrice() async throws {
        let gems = ProductID("gems.600")
        let rules = try RuleFile(
            bytes: Array(
                """
                policy: orders
                rules:
                  - { name: dear, when: { price: { atLeast: CNY 24 } }, answer: refuse }
                  - { name: dollars, when: { price: { atLeast: USD 9.99 } }, answer: refuse }
                  - { name: enough, when: { spent.thisMonth: { above: CNY 150 } }, answer: refuse }
                otherwise: allow
                """.utf8
            ),
            file: "guards.yaml",
            vocabularies: [.orders]
        ).rules
        func app(_ price: Int64?) -> ServedApp {
            let shop = price.map { ShopPrice(Money(amountMilliunits: $0, currency: "CNY")) }
            return ServedApp(
                name: Sample.app,
                verifier: self.shop.app.verifier,
                catalog: Catalog(
                    products: [
                        gems: Product(id: gems, kind: .consumable, shopPrice: shop),
                        Self.plus: Product(id: Self.plus, kind: .autoRenewable, group: "plus"),
                    ]
                ),
                guards: rules
            )
        }
        // An order costs what its product cost when it was created, so an order with an unknown price counts for
        // nothing.
        _ = try await self.create("gems.600", in: app(nil)) { $0.quantity = 10 }
        for _ in 0..<12 { _ = try await self.create("gems.600", in: app(12_000)) }
        await #expect(throws: OrderError.self) {
            try await self.create("gems.600", in: app(12_000)) { $0.quantity = 2 }
        }
        let own = Money(amountMilliunits: 1, currency: "CNY")
        _ = try await self.create("gems.600", in: app(12_000)) { draft in
            draft.quantity = 2
            draft.price = own
        }
        await #expect(throws: OrderError.self, "Together with open orders it is too much.") {
            try await self.create("gems.600", in: app(15_000))
        }
        let plain = app(nil)
        _ = try await self.create(in: plain)
        try await self.pay("100", with: Sample.token(70))
        _ = try await self.shop.repository.write { unit in
            try unit.assign(
                Sample.token(70),
                to: Self.anna,
                app: Sample.app,
                at: Sample.beginning,
                catalog: Catalog()
            )
        }
        await #expect(throws: OrderError.self, "The last price was 9.99 USD.") { try await self.create(in: plain) }
        _ = try await self.create(in: plain) { $0.storefront = "CHN" }
        await #expect(throws: OrderError.self) { try await self.create(in: plain) { $0.storefront = "USA" } }
    }

    @Test("A purchase that was published before the first order pays for an order with its token")
    func earlierPurchase() async throws {
        let app = try self.app()
        try await self.pay("100", with: Sample.token(5))
        let made = try await self.create(in: app) { $0.token = Sample.token(5) }
        let found = try await self.service.order(made.order.id, in: app)
        #expect(made.state(at: Sample.beginning) == .paid && found.payments.count == 1 && found.flags == [])
    }
}

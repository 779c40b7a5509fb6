import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Rescissions of consent from the simulated App Store to the list of what is to be done.
@Suite struct RescissionStoriesTests {
    private static let anna = Sample.customer("anna")
    private static let root = RequestOrigin(name: "root", reason: "proved to be of age")

    /// A shop whose catalog sets this in motion, with the services that read it.
    private struct Stage {
        let shop: SimulatedShop
        let customers: CustomerService
        let orders: OrderService

        init(_ rows: [RescissionPolicy.Row], environment: WorldEnvironment = .production) throws {
            self.shop = try SimulatedShop(
                world: SimulatedShop.world(seed: 7, environment: environment),
                catalog: Catalog(
                    products: ["coins.100", "pro.monthly"].reduce(into: [:]) { products, id in
                        let kind: TransactionSnapshot.Kind = id == "coins.100" ? .consumable : .autoRenewable
                        let group = kind == .autoRenewable ? "pro" : nil
                        products[ProductID(id)] = Product(id: ProductID(id), kind: kind, group: group)
                    },
                    rescissions: RescissionPolicy(rows)
                )
            )
            let generator = Mutex(SeededGenerator(seed: 7))
            let ambient = Ambient(now: self.shop.ambient.now) { count in
                generator.withLock { generator in
                    (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                }
            }
            self.customers = CustomerService(
                repository: self.shop.repository,
                ambient: ambient,
                audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
            )
            self.orders = OrderService(repository: self.shop.repository, ambient: self.shop.ambient)
        }

        /// Lets a customer of the store buy, and the app submit it for a customer of the shop.
        func buy(_ product: String = "coins.100", by buyer: String = "anna", for customer: String = "anna") async throws
        {
            let bought = try self.shop.world.perform(.buy(product, by: buyer)).purchases
            let id = try #require(bought.first?.transactionId)
            try await self.shop.submit(id, by: customer)
        }

        /// Lets a parent rescind consent, and the notification arrive so many times.
        func rescind(for customer: String = "anna", times: Int = 1) async throws {
            try self.shop.world.perform(.rescindConsent(for: customer))
            for notification in self.shop.world.drainOutbox() {
                for _ in 0..<times { _ = await self.shop.receive(notification) }
            }
        }

        func pass(_ duration: Duration = .seconds(60)) throws { try self.shop.world.advance(by: duration) }

        func list() async throws -> [OpenRescission] {
            try await self.customers.rescissions(
                in: self.shop.app,
                environment: self.shop.environment,
                skipping: 0,
                limit: 9
            ).rescissions
        }

        func isBlocked(_ customer: CustomerID = RescissionStoriesTests.anna) async throws -> Bool {
            let block = try await self.orders.block(
                of: customer,
                in: self.shop.app,
                environment: self.shop.environment
            )
            return block != nil
        }

        func consent(_ customer: CustomerID = RescissionStoriesTests.anna) async throws {
            _ = try await self.customers.consent(
                try ConsentParameters(guardian: "her mother"),
                id: nil,
                of: customer,
                in: self.shop.app,
                by: RescissionStoriesTests.root
            )
        }

        func resolve(_ account: AppTransactionID, isPreview: Bool = false) async throws -> NoChange.Code? {
            try await self.customers.resolveRescission(
                of: account,
                environment: self.shop.environment,
                in: self.shop.app,
                by: RescissionStoriesTests.root,
                isPreview: isPreview
            ).nothing
        }

        func auditActions() async throws -> [String] {
            try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
                .map { "\($0.action.rawValue) \($0.outcome?.word ?? "")" }
        }
    }

    private static let texas = RescissionPolicy.Row(
        storefronts: ["USA"],
        actions: [.freeze, .delete],
        deleteWithin: .days(30)
    )

    @Test("Without a policy a rescission is listed and blocks no customer")
    func unstated() async throws {
        let stage = try Stage([])
        try await stage.buy()
        try await stage.rescind(times: 3)
        let list = try await stage.list()
        #expect(list.map(\.customers) == [[Self.anna]] && list.first?.actions == [.note])
        #expect(try await !stage.isBlocked())
        #expect(try await stage.auditActions() == ["consent.rescind done"], "A repetition is no entry.")
    }

    @Test("A freeze blocks until consent is given again, and from the withdrawal of that consent on")
    func frozen() async throws {
        let stage = try Stage([Self.texas])
        try await stage.consent()
        try stage.pass()
        try await stage.buy()
        #expect(try await !stage.isBlocked())
        try await stage.rescind()
        let open = try #require(try await stage.list().first)
        #expect(open.storefront == "USA" && open.actions == [.freeze, .delete])
        #expect(open.deleteBy == open.rescindedAt + .days(30))
        #expect(try await stage.isBlocked(), "The earlier consent does not count.")
        try stage.pass()
        try await stage.consent()
        #expect(try await !stage.isBlocked())
        #expect(try await stage.list().isEmpty)
        try stage.pass()
        _ = try await stage.customers.withdraw(nil, of: Self.anna, at: nil, in: stage.shop.app, by: Self.root)
        #expect(try await stage.isBlocked())
        #expect(try await stage.list().count == 1)
    }

    @Test("An operator resolves a rescission once, with an entry in the log, until the parent rescinds again")
    func resolved() async throws {
        let stage = try Stage([Self.texas])
        try await stage.buy()
        try await stage.rescind()
        let account = try #require(try await stage.list().first).account
        try stage.pass()
        #expect(try await stage.resolve(account, isPreview: true) == nil)
        #expect(try await stage.isBlocked(), "A preview resolves nothing.")
        #expect(try await stage.resolve(account) == nil)
        #expect(try await !stage.isBlocked())
        #expect(try await stage.list().isEmpty)
        #expect(try await stage.resolve(account) == .rescissionResolved)
        #expect(try await stage.resolve(account, isPreview: true) == .rescissionResolved)
        try stage.pass()
        try await stage.rescind()
        #expect(try await stage.isBlocked())
        #expect(
            try await stage.auditActions() == [
                "consent.rescind done", "consent.resolve_rescission done", "consent.resolve_rescission nothing",
                "consent.rescind done",
            ]
        )
        let entries = try await stage.shop.repository.read { view in
            try view.auditEntries(of: Self.anna, app: stage.shop.app.name, limit: 9)
        }
        #expect(entries.count == 4)
        #expect(entries.compactMap { $0.reason?.text } == ["proved to be of age", "proved to be of age"])
        await #expect(throws: CustomerError.unknownRescission) { _ = try await stage.resolve(AppTransactionID("1")) }
    }

    @Test("A block that is removed by hand leaves the freeze, and the freeze leaves a block that was set by hand")
    func blocks() async throws {
        let stage = try Stage([Self.texas])
        try await stage.buy()
        try await stage.rescind()
        try stage.pass()
        func block(_ isBlocked: Bool) async throws -> ActionResult<CustomerBlock?> {
            try await stage.orders.block(Self.anna, isBlocked, in: stage.shop.app, by: "root", reason: "odd")
        }
        #expect(try await block(true).value?.by == "root")
        #expect(try await stage.orders.block(of: Self.anna, in: stage.shop.app)?.by == "RESCIND_CONSENT")
        let removed = try await block(false)
        #expect(removed.value?.by == "RESCIND_CONSENT" && removed.nothing == nil)
        #expect(try await block(false).nothing == .customerNotBlocked)
        #expect(try await block(true).value?.by == "root")
        try await stage.consent()
        #expect(try await stage.orders.block(of: Self.anna, in: stage.shop.app)?.by == "root")
    }

    @Test("It concerns every customer of the Apple Account in any order of purchases, and none who is erased or merged")
    func customers() async throws {
        let stage = try Stage([Self.texas])
        let (ben, cleo) = (Sample.customer("ben"), Sample.customer("cleo"))
        try await stage.rescind()
        #expect(try await stage.list().isEmpty, "No customer of the account is known yet.")
        try await stage.buy()
        try await stage.buy(for: "ben")
        try await stage.buy(by: "cleo", for: "cleo")
        #expect(try await stage.list().map(\.customers) == [[Self.anna, ben]])
        for (customer, isBlocked) in [(Self.anna, true), (ben, true), (cleo, false)] {
            #expect(try await stage.isBlocked(customer) == isBlocked, "\(customer)")
        }
        try stage.pass()
        _ = try await stage.customers.merge(ben, into: cleo, in: stage.shop.app, by: Self.root, isPreview: false)
        #expect(try await stage.list().map(\.customers) == [[Self.anna, cleo]])
        #expect(try await stage.isBlocked(cleo))
        #expect(try await stage.isBlocked(ben), "Under each name.")
        try await stage.consent(ben)
        #expect(try await stage.list().map(\.customers) == [[Self.anna]])
        _ = try await stage.customers.erase(Self.anna, in: stage.shop.app, by: Self.root, isPreview: false)
        #expect(try await stage.list().isEmpty)
    }

    @Test("A rescission of the Sandbox is listed and blocks there, and not in Production")
    func sandbox() async throws {
        let stage = try Stage([Self.texas], environment: .sandbox)
        try await stage.buy("pro.monthly")
        try await stage.rescind()
        #expect(try await stage.list().map(\.customers) == [[Self.anna]])
        #expect(try await stage.isBlocked())
        #expect(try await stage.orders.block(of: Self.anna, in: stage.shop.app, environment: .production) == nil)
    }

    @Test("A row decides by the instant of the rescission, not by today")
    func dated() async throws {
        let stage = try Stage([])
        let begun = stage.shop.ambient.now()
        let rows = [
            RescissionPolicy.Row(storefronts: ["USA"], from: begun + .days(10), actions: [.freeze]),
            RescissionPolicy.Row(storefronts: ["FRA"], actions: [.freeze]),
        ]
        let dated = try Stage(rows)
        try await dated.buy()
        try await dated.rescind()
        #expect(try await !dated.isBlocked())
        try dated.pass(.seconds(20 * 86_400))
        #expect(try await !dated.isBlocked(), "The rescission was before the law.")
        #expect(try await dated.list().first?.actions == [.note])
        try await dated.rescind()
        #expect(try await dated.isBlocked())
    }

    @Test("A blocked customer's order is refused by a guard, and a page can be short while another follows")
    func guarded() async throws {
        let stage = try Stage([Self.texas])
        try await stage.buy()
        try await stage.rescind()
        try stage.pass()
        try await stage.buy(by: "ben", for: "ben")
        try await stage.rescind(for: "ben")
        try stage.pass()
        try await stage.consent(Sample.customer("ben"))
        func page(_ skipping: Int) async throws -> RescissionPage {
            try await stage.customers.rescissions(
                in: stage.shop.app,
                environment: .production,
                skipping: skipping,
                limit: 1
            )
        }
        let first = try await page(0)
        #expect(first.rescissions.isEmpty && first.next == 1)
        let second = try await page(1)
        #expect(second.rescissions.map(\.customers) == [[Self.anna]] && second.next == nil)
        let end = try await page(2)
        #expect(end.rescissions.isEmpty && end.next == nil)
        let rule = "{ name: blocked, when: { customer.blocked: true }, answer: refuse }"
        let text = "policy: orders\nrules: [\(rule)]\notherwise: allow\n"
        let guards = try RuleFile(bytes: Array(text.utf8), file: "guards.yaml", vocabularies: [.orders]).rules
        let app = ServedApp(
            name: stage.shop.app.name,
            verifier: stage.shop.app.verifier,
            catalog: stage.shop.app.catalog,
            guards: guards
        )
        for (customer, isRefused) in [("anna", true), ("ben", false)] {
            let draft = OrderDraft(customer: Sample.customer(customer), productID: ProductID("coins.100"))
            var code: String?
            do throws(OrderError) {
                _ = try await stage.orders.create(draft, in: app, by: "backend")
            } catch {
                code = error.code
            }
            #expect((code != nil) == isRefused, "\(customer): \(code ?? "no error")")
        }
    }

    @Test("Purchase, consents and rescissions in any order, and twice, lead to the same list")
    func anyOrder() async throws {
        let account = AppTransactionID("7001")
        func rescission(_ day: Int64) -> Intake {
            var intake = Sample.facts()
            intake.rescission = ConsentRescission(account: account, signedAt: Sample.beginning + .days(day))
            return intake
        }
        var snapshot = Sample.gems("1")
        (snapshot.appTransactionID, snapshot.storefront) = (account, "USA")
        let units = [
            Sample.facts([snapshot], submission: Sample.submission("anna", "1")), rescission(1), rescission(3),
        ]
        let consent = Consent(
            id: ConsentID("c"),
            textHash: nil,
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: Sample.beginning + .days(2),
            source: nil,
            recordedAt: Sample.beginning + .days(2),
            recordedBy: "shop"
        )
        let shop = try TestShop()
        var outcomes: Set<[OpenRescission]> = []
        for seed in 0..<UInt64(60) {
            var generator = SeededGenerator(seed: seed)
            var steps = [0, 1, 2, 3]
            steps += steps.shuffled(using: &generator).prefix(2)
            steps.shuffle(using: &generator)
            let repository = InMemoryRepository()
            for step in steps {
                if step == 3 {
                    _ = try await repository.write { unit in
                        try unit.keep(consent, of: Self.anna, app: Sample.app)
                    }
                } else {
                    _ = try await repository.record(units[step])
                }
            }
            let service = CustomerService(
                repository: repository,
                ambient: Ambient(now: { Sample.beginning + .days(9) }, randomBytes: { Sample.bytes($0, seed: 1) }),
                audit: AuditLog(repository: repository, ambient: shop.ambient)
            )
            let app = ServedApp(
                name: Sample.app,
                verifier: shop.app.verifier,
                catalog: Catalog(rescissions: RescissionPolicy([Self.texas]))
            )
            let page = try await service.rescissions(in: app, environment: .production, skipping: 0, limit: 9)
            #expect(page.rescissions.count == 1, "seed \(seed): \(steps)")
            outcomes.insert(page.rescissions)
        }
        #expect(outcomes.count == 1, "\(outcomes)")
        #expect(outcomes.first?.first?.rescindedAt == Sample.beginning + .days(3), "The consent was before the last.")
    }
}

import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization

/// A shop that sells coins beside a simulated App Store, with workers that answer its refund requests.
struct RefundStage {
    /// The error of each attempt; `nil` lets it succeed.
    typealias Trouble = @Sendable (RefundRecord) -> RefundAttemptError?

    let shop: SimulatedShop

    /// A stage with its own shop.
    init(_ shop: SimulatedShop) { self.shop = shop }

    /// A stage; purchases are fulfilled into wallets, or wait for a fulfiller that never answers.
    init(
        _ environment: WorldEnvironment = .production,
        coins: FulfillmentPolicy.Coins = .wallets,
        onRequest: RequestConsequence = .nothing,
        regimes: ConsentRegimes = ConsentRegimes(),
        seed: UInt64 = 7,
        repository: any Repository = InMemoryRepository()
    ) throws {
        let kinds: [(String, TransactionSnapshot.Kind, String?)] = [
            ("coins.100", .consumable, nil), ("theme.dark", .nonConsumable, nil), ("pass.summer", .nonRenewing, nil),
            ("basic.monthly", .autoRenewable, "pro"), ("news.weekly", .autoRenewable, "news"),
            ("club.yearly", .autoRenewable, "club"), ("pro.monthly", .autoRenewable, "pro"),
        ]
        let products = kinds.map { id, kind, group in
            Product(
                id: ProductID(id),
                kind: kind,
                group: group,
                level: group == nil ? nil : id == "basic.monthly" ? 2 : 1,
                unlocks: kind == .consumable ? [] : [EntitlementName(id)],
                lasts: kind == .nonRenewing ? CalendarPeriod(months: 1, days: 0) : nil,
                grants: kind == .consumable ? ["coins": 100] : [:],
                onRequest: kind == .consumable ? onRequest : .nothing
            )
        }
        var sandbox = SandboxPolicies()
        sandbox[.consumable] = .allow
        let entitlements = products.flatMap(\.unlocks).map { ($0, EntitlementDefinition(name: $0)) }
        self.shop = try SimulatedShop(
            world: SimulatedShop.world(seed: seed, environment: environment),
            repository: repository,
            catalog: Catalog(
                entitlements: Dictionary(entitlements) { first, _ in first },
                products: Dictionary(products.map { ($0.id, $0) }) { first, _ in first },
                coins: ["coins": Coin()],
                sandbox: sandbox,
                fulfillment: FulfillmentPolicy(from: Instant(milliseconds: 0), coins: coins),
                consent: regimes
            )
        )
    }

    /// A stage with a customer who consented, bought coins and requests a refund, and the purchase; a policy, where
    /// given, decides the answer.
    static func asked(otherwise answer: String? = nil) async throws -> (stage: Self, id: String) {
        let stage = try Self()
        try await stage.consent()
        if let answer { try await stage.publish("policy: refunds\notherwise: \(answer)\n") }
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        return (stage, id)
    }

    // MARK: The store

    /// Lets a customer buy, the app submit it, and the notifications arrive.
    func buy(_ product: String = "coins.100", by customer: String = "anna") async throws -> String {
        let bought = try self.shop.world.perform(.buy(product, by: customer)).purchases
        guard let id = bought.first?.transactionId else { throw WorldError.unknownApp }
        try await self.shop.submit(id, by: customer)
        try await self.hear()
        return id
    }

    /// Requests a refund.
    func ask(for id: String, text: String? = nil) throws {
        try self.shop.world.perform(.requestRefund(of: id, reason: "OTHER", text: text))
    }

    /// Delivers the store's pending notifications.
    func hear() async throws {
        for notification in self.shop.world.drainOutbox() { _ = await self.shop.receive(notification) }
    }

    /// Advances the time, and delivers the notifications.
    func pass(_ duration: Duration) async throws {
        try self.shop.world.advance(by: duration)
        try await self.hear()
    }

    // MARK: The shop

    /// Records a customer's consent to sending data about their purchases to Apple.
    func consent(_ customer: String = "anna", id: String = "c1") async throws {
        guard let customer = CustomerID(customer) else { return }
        let now = self.shop.ambient.now()
        let consent = Consent(
            id: ConsentID(id),
            textHash: String(repeating: "a", count: 64),
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: now,
            source: "settings",
            recordedAt: now,
            recordedBy: "shop"
        )
        _ = try await self.shop.repository.write { unit in try unit.keep(consent, of: customer, app: self.shop.app.name)
        }
    }

    /// Withdraws the consent.
    func withdrawConsent(_ customer: String = "anna", id: String = "c1") async throws {
        guard let customer = CustomerID(customer) else { return }
        _ = try await self.shop.repository.write({ unit in
            try unit.withdraw(
                ConsentID(id),
                Consent.Withdrawal(withdrawnAt: self.shop.ambient.now(), source: nil, recordedBy: "shop"),
                of: customer,
                app: self.shop.app.name
            )
        })
    }

    /// Spends coins.
    func spend(_ quantity: Int64, by customer: String = "anna", key: String = "s") async throws -> Bool {
        guard let customer = CustomerID(customer) else { return false }
        let outcome = try await self.shop.repository.write { unit in
            try unit.carryOut(
                WalletRequest(.spend(quantity), cause: .call, key: key, reason: "sword", at: self.shop.ambient.now()),
                on: self.wallet(of: customer),
                terms: Coin()
            )
        }
        return (try? outcome.get()) != nil
    }

    /// The balance, the debt, and the held coins.
    func coins(of customer: String = "anna") async throws -> [Int64] {
        guard let customer = CustomerID(customer) else { return [] }
        let found = try await self.shop.repository.read { view in
            try view.wallets(
                of: customer,
                app: self.shop.app.name,
                environment: self.shop.environment
            )
        }
        return found.first.map { [$0.balance, $0.debt, $0.held] } ?? []
    }

    private func wallet(of customer: CustomerID) -> WalletName {
        WalletName(
            app: self.shop.app.name,
            environment: self.shop.environment,
            customer: customer,
            coin: CoinName("coins")
        )
    }

    /// The service for people.
    var service: RefundService {
        RefundService(
            repository: self.shop.repository,
            apps: [self.shop.app.name],
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        )
    }

    /// Publishes a policy.
    func publish(_ text: String) async throws {
        _ = try await self.service.publish(text, in: self.shop.app.name, by: "eve")
    }

    /// A responder that sends answers to Apple, unless `trouble` fails them.
    func responder(_ trouble: @escaping Trouble = { _ in nil }) throws -> RefundResponder {
        guard let client = self.shop.app.appStore else { throw WorldError.unknownApp }
        let environment = AppStoreEnvironment(self.shop.environment)
        let service = AppStoreService(
            repository: self.shop.repository,
            ingest: self.shop.ingest,
            apps: [self.shop.app],
            ambient: self.shop.ambient
        )
        return RefundResponder(
            for: self.shop.app,
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            workers: self.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            fetch: { [app = self.shop.app] record in
                _ = try? await service.setAccountToken(
                    AccountToken(high: 1, low: 2),
                    of: record.subject.originalTransactionID,
                    in: app.name
                )
            },
            send: { (record, sent) throws(RefundAttemptError) in
                if let error = trouble(record) { throw error }
                do throws(AppStoreError) {
                    try await client.send(
                        .sendConsumption(
                            body: sent.body,
                            isFirstVersion: sent.isFirstVersion,
                            of: record.transactionID.rawValue
                        ),
                        to: environment,
                        priority: .urgent,
                        within: .seconds(10)
                    )
                } catch {
                    throw RefundAttemptError(code: error.code, canRetry: error.canRetry)
                }
            }
        )
    }

    /// Runs due work, and delivers the resulting notifications.
    func work(_ responder: RefundResponder) async throws {
        for _ in 0..<4 {
            while await responder.work() {}
            try await self.hear()
        }
    }

    /// The refund of a transaction.
    func record(_ id: String) async throws -> RefundRecord? {
        try await self.shop.repository.read { view in
            try view.refund(
                RefundID(TransactionID(id), in: self.shop.environment),
                of: self.shop.app.name
            )
        }
    }

    /// Apple's requests about a transaction, and the answers.
    func sent(_ id: String) async throws -> [String?] {
        guard let sent = try await self.record(id)?.answers.last?.sent else { return [] }
        return [sent.deliveryStatus.rawValue, sent.share.map(String.init), sent.preference?.rawValue]
    }

    /// The number of answers that were sent to Apple.
    var calls: Int { self.shop.asked.count { $0.contains("/transactions/consumption/") } }

    /// The names of the refund events in a customer's event stream.
    func events(of customer: String = "anna") async throws -> [String] {
        guard let customer = CustomerID(customer) else { return [] }
        let stream = EventStream(app: self.shop.app.name, subject: .customer(customer))
        return try await self.shop.repository.read { view in try view.events(of: stream, after: 0, limit: 200) }.map(
            \.name.rawValue
        )
        .filter { $0.hasPrefix("refund.") }
    }
}

import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct RiskAssessorTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let repository = InMemoryRepository()
    private let shop: TestShop
    private let app: ServedApp

    init() throws {
        self.shop = try TestShop(repository: self.repository)
        self.shop.setNow(Sample.beginning)
        self.app = ServedApp(
            name: Sample.app,
            verifier: self.shop.app.verifier,
            catalog: Catalog(riskThreshold: 15)
        )
    }

    private func assessor() -> RiskAssessor {
        RiskAssessor(
            repository: self.repository,
            ambient: self.shop.ambient,
            logger: Self.logger
        )
    }

    private func worker(of assessor: RiskAssessor) -> OutboxWorker<ContinuousClock> {
        OutboxWorker(
            sink: assessor.sink(for: self.app),
            repository: self.shop.repository,
            now: self.shop.ambient.now,
            logger: Self.logger,
            clock: ContinuousClock()
        )
    }

    private func watch() async throws {
        try await self.shop.repository.write { unit in try unit.setSinks([RiskAssessor.sink], of: Sample.app) }
    }

    /// A purchase of coins, refunded or not.
    private func buy(
        _ id: String,
        _ customer: String = "anna",
        account: String? = nil,
        isRefunded: Bool = true,
        environment: StoreEnvironment = .production
    ) async throws {
        var snapshot = Sample.gems(id, number: UInt64(id) ?? 0)
        snapshot.appTransactionID = account.map { AppTransactionID($0) }
        if isRefunded {
            snapshot.revocation = Revocation(
                revokedAt: Sample.beginning,
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
        }
        var intake = Sample.facts([snapshot], submission: Sample.submission(customer, id))
        intake.environment = environment
        _ = try await self.shop.repository.record(intake)
    }

    private func published(_ customer: String = "anna") async throws -> [EventName] {
        let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer(customer)))
        return try await self.shop.repository.read { view in try view.events(of: stream, after: 0, limit: 1000) }.map(
            \.name
        )
        .filter { [.riskRaised, .riskEased].contains($0) }
    }

    private func settle(_ workers: [OutboxWorker<ContinuousClock>]) async {
        await withTaskGroup(of: Void.self) { group in
            for worker in workers { group.addTask { while await worker.publishPending() {} } }
        }
    }

    @Test("Two nodes publish once that a customer crosses the threshold, and once that the points decayed")
    func crossing() async throws {
        try await self.watch()
        let workers = [self.worker(of: self.assessor()), self.worker(of: self.assessor())]
        try await self.buy("1")
        await self.settle(workers)
        #expect(try await self.published().isEmpty, "One refund is no risk signal.")
        try await self.buy("2")
        await self.settle(workers)
        try await self.buy("3", isRefunded: false)
        await self.settle(workers)
        #expect(try await self.published() == [.riskRaised])
        // Twice ten points fall to fifteen within half of ninety days.
        self.shop.setNow(Sample.beginning + .days(45))
        #expect(await !self.assessor().advanceDue(of: self.app))
        #expect(try await self.published() == [.riskRaised], "At the threshold is not below it.")
        self.shop.setNow(Sample.beginning + .days(46))
        for _ in 0..<2 { _ = await self.assessor().advanceDue(of: self.app) }
        #expect(try await self.published() == [.riskRaised, .riskEased])
        await self.settle(workers)
        #expect(
            try await self.published() == [.riskRaised, .riskEased],
            "An event about risk is no reason for another assessment."
        )
    }

    @Test("An event on an Apple Account is assessed for every customer who buys with it")
    func neighbors() async throws {
        try await self.watch()
        try await self.buy("1", "anna", account: "7001", isRefunded: false)
        try await self.buy("2", "bert", account: "7001")
        let worker = self.worker(of: self.assessor())
        await self.settle([worker])
        for customer in ["anna", "bert"] {
            #expect(try await self.published(customer).isEmpty, "They share an account, which has ten points.")
        }
        try await self.buy("3", "anna", account: "7001")
        await self.settle([worker])
        let anna = try await self.published("anna")
        let bert = try await self.published("bert")
        #expect(anna == [.riskRaised] && bert == [.riskRaised], "Both had refunds there.")
    }

    @Test("A customer whose facts cannot be read does not block others")
    func unreadable() async throws {
        try await self.watch()
        for customer in ["anna", "bert"] {
            for id in ["1", "2"] { try await self.buy((customer == "anna" ? "1" : "2") + id, customer) }
        }
        await self.settle([self.worker(of: self.assessor())])
        for customer in ["anna", "bert"] { #expect(try await self.published(customer) == [.riskRaised]) }
        self.repository.damage.add([.customer(Sample.customer("anna"))])
        let assessor = self.assessor()
        self.shop.setNow(Sample.beginning + .days(46))
        for _ in 0..<2 { _ = await assessor.advanceDue(of: self.app) }
        let (anna, bert) = (try await self.published("anna"), try await self.published("bert"))
        #expect(anna == [.riskRaised] && bert == [.riskRaised, .riskEased])
        try await self.buy("13", "anna")
        await self.settle([self.worker(of: assessor)])
        #expect(try await self.published("anna") == [.riskRaised], "Her event stream goes on all the same.")
        let due = try await self.shop.repository.read { view in
            try view.dueRisks(of: Sample.app, at: self.shop.ambient.now(), limit: 9)
        }
        #expect(due == [Sample.customer("anna")], "The customer is assessed once her facts can be read.")
    }

    @Test("The Sandbox is not assessed, nor an app whose catalog has no threshold")
    func unwatched() async throws {
        try await self.watch()
        for id in ["1", "2"] { try await self.buy(id, environment: .sandbox) }
        await self.settle([self.worker(of: self.assessor())])
        #expect(try await self.published().isEmpty)
        for id in ["3", "4"] { try await self.buy(id, "bert") }
        let open = ServedApp(name: Sample.app, verifier: self.shop.app.verifier, catalog: Catalog())
        let worker = OutboxWorker(
            sink: self.assessor().sink(for: open),
            repository: self.shop.repository,
            now: self.shop.ambient.now,
            logger: Self.logger,
            clock: ContinuousClock()
        )
        await self.settle([worker])
        #expect(try await self.published("bert").isEmpty)
    }

    @Test("An Apple Account's refunds count also for purchases without an owner")
    func unclaimedRefunds() async throws {
        for id in ["1", "2"] {
            var snapshot = Sample.gems(id, number: UInt64(id) ?? 0)
            snapshot.appTransactionID = AppTransactionID("7001")
            snapshot.revocation = Revocation(
                revokedAt: Sample.beginning,
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
            _ = try await self.shop.repository.record(Sample.facts([snapshot]))
        }
        let service = RiskService(repository: self.shop.repository, ambient: self.shop.ambient, apps: [self.app])
        let found = try await service.risk(of: AppTransactionID("7001"), in: self.app, environment: .production)
        #expect(found.customers.isEmpty)
        #expect(found.risk.reasons.map(\.kind) == [.repeatedRefunds])
        #expect(found.risk.reasons.first?.transactions == [TransactionID("2"), TransactionID("1")])
    }

    @Test("The service lists customers at the threshold, and the risk signals of an Apple Account")
    func service() async throws {
        try await self.watch()
        for id in ["1", "2"] { try await self.buy(id, "anna", account: "7001") }
        try await self.buy("3", "bert", account: "7001")
        await self.settle([self.worker(of: self.assessor())])
        let service = RiskService(repository: self.shop.repository, ambient: self.shop.ambient, apps: [self.app])
        let raised = try await service.raised(in: Sample.app, after: nil, limit: 10)
        #expect(raised.map(\.record.customer.rawValue) == ["anna", "bert"])
        #expect(raised.map(\.risk.points) == raised.map(\.record.points))
        let next = try await service.raised(in: Sample.app, after: raised.first?.record.place, limit: 10)
        #expect(next.map(\.record.customer.rawValue) == ["bert"])
        let account = try await service.risk(of: AppTransactionID("7001"), in: self.app, environment: .production)
        #expect(account.customers.map(\.rawValue) == ["anna", "bert"])
        let points = Dictionary(uniqueKeysWithValues: account.risk.reasons.map { ($0.kind, $0.points) })
        #expect(points == [.repeatedRefunds: 30, .refunderRing: 20, .sharedAccount: 10])
        let unknown = try await service.risk(of: AppTransactionID("7002"), in: self.app, environment: .production)
        #expect(unknown.customers.isEmpty && unknown.risk.reasons.isEmpty)
    }
}

import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The evidence for an answer is read on one view: another purchase of the customer is in all of it or in none.
///
/// The customer owes coins. Each purchase adds its price to what the customer paid, which the evidence takes from the
/// ledger, and repays a part of the debt, which the evidence takes from the wallet.
@Suite struct RefundEvidenceViewTests {
    private static let customers = ["anna", "bert", "carl", "dora"]
    private static let debt: Int64 = 1_000_000
    private static let coinsOfPurchase: Int64 = 100

    /// Purchases that the app submits one after another.
    private final class Arrivals: Sendable {
        private let waiting: Mutex<[String]>
        private let stage: RefundStage
        private let customer: String

        init(_ ids: [String], of customer: String, on stage: RefundStage) {
            self.waiting = Mutex(ids)
            self.stage = stage
            self.customer = customer
        }

        /// The number of purchases that were not submitted yet.
        var left: Int { self.waiting.withLock { $0.count } }

        /// Submits the next purchase; it is recorded when the method returns.
        func next() async {
            guard let id = self.waiting.withLock({ $0.popLast() }) else { return }
            do {
                try await self.stage.shop.submit(id, by: self.customer)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// A repository in which a purchase arrives after each unit of work that only reads.
    private struct InterruptedRepository: ObservedRepository {
        let base: any Repository
        let arrivals: Arrivals
        let calls = CallList()

        func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
            self.calls.add(call)
            if !call.isWrite { await self.arrivals.next() }
        }
    }

    /// The units of work that ran.
    private final class CallList: Sendable {
        private let calls = Mutex<[RepositoryCall]>([])

        /// The units of work, in order.
        var all: [RepositoryCall] { self.calls.withLock { $0 } }

        func add(_ call: RepositoryCall) { self.calls.withLock { $0.append(call) } }
    }

    /// Runs a test on a ledger in a file, with customers who consented and owe coins.
    private static func withStage(_ name: String, _ test: (RefundStage) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "evidence-\(name)-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in }
        let stage = try RefundStage(repository: repository)
        for customer in Self.customers {
            try await stage.consent(customer, id: "consent-\(customer)")
            try await Self.owe(customer, on: stage)
        }
        try await test(stage)
        await repository.close()
    }

    /// Credits coins of a purchase outside the simulated store, and spends them before the purchase is refunded.
    private static func owe(_ customer: String, on stage: RefundStage) async throws {
        let now = stage.shop.ambient.now()
        let purchase = PurchaseKey.single(TransactionID("former-\(customer)"))
        let wallet = WalletName(
            app: stage.shop.app.name,
            environment: stage.shop.environment,
            customer: try #require(CustomerID(customer)),
            coin: CoinName("coins")
        )
        let refund = RevocationTarget.Refund(revokedAt: now)
        for request in [
            WalletRequest.credit(purchase, [.init(.paid, Self.debt)], reason: "former purchase", at: now),
            WalletRequest(.spend(Self.debt), cause: .call, key: "former", reason: "sword", at: now),
            WalletRequest.revoke(purchase, refund, forgives: false, reason: "refund", at: now),
        ] {
            let outcome = try await stage.shop.repository.write { unit in
                try unit.carryOut(request, on: wallet, terms: Coin())
            }
            _ = try outcome.get()
        }
        #expect(try await stage.coins(of: customer) == [0, Self.debt, 0])
    }

    /// Lets a customer buy, without the app submitting it and without notifications.
    private static func buySilently(_ count: Int, by customer: String, on stage: RefundStage) throws -> [String] {
        let ids = try (0..<count).map { _ in
            try #require(stage.shop.world.perform(.buy("coins.100", by: customer)).purchases.first?.transactionId)
        }
        _ = stage.shop.world.drainOutbox()
        return ids
    }

    /// A responder on a repository; its answers arrive, and Apple does not decide.
    private static func responder(on stage: RefundStage, _ repository: any Repository) -> RefundResponder {
        RefundResponder(
            for: stage.shop.app,
            repository: repository,
            ambient: stage.shop.ambient,
            workers: stage.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            fetch: { _ in },
            send: { (_, _) throws(RefundAttemptError) in }
        )
    }

    /// Fails where a purchase is in the evidence of a refund's answer as a part.
    private static func requireWholePurchases(_ id: String, on stage: RefundStage) async throws {
        let answer = try #require(try await stage.record(id)?.answers.last)
        #expect(answer.receivedAt != nil)
        guard case .money(let paid)? = answer.evidence["lifetime.paid"],
            case .money(let price)? = answer.evidence["price"], case .count(let debt)? = answer.evidence["wallet.debt"]
        else {
            Issue.record("The evidence is incomplete: \(answer.evidence)")
            return
        }
        let inLedger = paid.amountMilliunits / price.amountMilliunits
        let inWallet = (Self.debt - debt) / Self.coinsOfPurchase
        #expect(inLedger == inWallet, "The evidence has purchases of which another part is missing.")
        #expect(inLedger > 0)
    }

    @Test("A purchase that arrives between the units of work of an answer is in all of its evidence or in none")
    func between() async throws {
        try await Self.withStage("between") { stage in
            for round in 0..<24 {
                let customer = Self.customers[round % Self.customers.count]
                let id = try await stage.buy(by: customer)
                let others = try Self.buySilently(8, by: customer, on: stage)
                try stage.ask(for: id)
                try await stage.hear()
                let arrivals = Arrivals(others, of: customer, on: stage)
                let repository = InterruptedRepository(base: stage.shop.repository, arrivals: arrivals)
                _ = await Self.responder(on: stage, repository).work()
                try await Self.requireWholePurchases(id, on: stage)
                #expect(arrivals.left < others.count, "Purchases arrived meanwhile.")
                let calls = repository.calls.all.filter { !$0.isFrom("leaseRefunds") }
                #expect(
                    calls.map(\.isWrite) == [false, true, true],
                    "The evidence, the attempt and its end are one unit of work each: \(calls.map(\.useCase))"
                )
            }
        }
    }

    @Test("Purchases that are recorded while an answer is decided are in all of its evidence or in none")
    func meanwhile() async throws {
        try await Self.withStage("meanwhile") { stage in
            let responder = Self.responder(on: stage, stage.shop.repository)
            for round in 0..<80 {
                let customer = Self.customers[round % Self.customers.count]
                let id = try await stage.buy(by: customer)
                let others = try Self.buySilently(3, by: customer, on: stage)
                try stage.ask(for: id)
                try await stage.hear()
                let arrivals = Arrivals(others, of: customer, on: stage)
                async let mayBeMore = responder.work()
                for _ in others { await arrivals.next() }
                _ = await mayBeMore
                try await Self.requireWholePurchases(id, on: stage)
            }
        }
    }
}

import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct CustomerServiceTests {
    private let shop: SimulatedShop
    private let service: CustomerService
    private let ada = RequestOrigin(name: "ada", reason: "she called")

    init() throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 7))
        let count = SharedCount()
        let ambient = Ambient(
            now: shop.ambient.now,
            randomBytes: { length in
                let next = count.next()
                return (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ next) }
            }
        )
        self.shop = shop
        self.service = CustomerService(
            repository: shop.repository,
            ambient: ambient,
            audit: AuditLog(repository: shop.repository, ambient: ambient),
            store: AppStoreService(repository: shop.repository, ingest: shop.ingest, apps: [shop.app], ambient: ambient)
        )
    }

    private final class SharedCount: Sendable {
        private let value = Mutex(0)
        func next() -> Int {
            self.value.withLock { value in
                value += 1
                return value
            }
        }
    }

    private func deliver() async throws {
        for notification in self.shop.world.drainOutbox() {
            _ = try await self.shop.ingest.notification(notification.signedPayload, for: self.shop.app)
        }
    }

    /// A purchase on a device, with Apple's notification and a submission.
    private func buy(_ product: String, on device: String, submittedBy customer: String) async throws -> WorldPurchase {
        let bought = try #require(try self.shop.world.perform(.buy(product, by: device)).purchases.first)
        try await self.deliver()
        _ = try await self.shop.repository.record(
            Intake(
                app: self.shop.app.name,
                environment: .production,
                receivedAt: self.shop.ambient.now(),
                submission: Submission(
                    customer: Sample.customer(customer),
                    transactionID: TransactionID(bought.transactionId),
                    intent: .purchase,
                    submittedAt: self.shop.ambient.now()
                )
            )
        )
        return bought
    }

    private func owner(of id: String) async throws -> String? {
        try await self.service.transaction(TransactionID(id), in: self.shop.app, environment: .production)
            .claim.owner?.rawValue
    }

    private func order(
        _ id: String,
        to customer: String,
        reach: Decision.Reach = .purchase,
        token: Bool = false
    ) -> TransferRequest {
        TransferRequest(
            TransactionID(id),
            in: .production,
            to: Sample.customer(customer),
            reach: reach,
            setsAccountToken: token
        )
    }

    @Test("After a transfer Apple's evidence names the new owner, who also owns later renewals")
    func setAccountToken() async throws {
        let bought = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        #expect(try await self.owner(of: bought.transactionId) == "anna")
        let outcome = try await self.service.transfer(
            self.order(bought.transactionId, to: "ben", token: true),
            in: self.shop.app,
            by: self.ada,
            isPreview: false
        )
        guard case .set(let token) = outcome.token else {
            Issue.record("\(outcome.token)")
            return
        }
        #expect(outcome.isNewCustomer)
        let tokens = try await self.shop.repository.read { view in
            try view.accountTokens(of: Sample.customer("ben"), app: self.shop.app.name)
        }
        #expect(tokens == [token])
        try self.shop.world.perform(.advance(by: "P32D"))
        try await self.deliver()
        let chain = try #require(
            try await self.shop.repository.read { view in
                try view.chain(
                    of: TransactionID(bought.transactionId),
                    app: self.shop.app.name,
                    environment: .production
                )
            }
        )
        let renewals = chain.chain.purchases.dropFirst()
        #expect(!renewals.isEmpty)
        for renewal in renewals {
            #expect(renewal.accountToken == token)
            #expect(chain.claims[renewal.transactionIDs[0]]?.owner == Sample.customer("ben"))
        }
    }

    @Test("A preview of a transfer writes nothing, neither in the ledger nor in the audit log, and sends Apple nothing")
    func preview() async throws {
        let bought = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        let outcome = try await self.service.transfer(
            self.order(bought.transactionId, to: "ben", token: true),
            in: self.shop.app,
            by: self.ada,
            isPreview: true
        )
        #expect(outcome.change == nil && outcome.token == .planned && outcome.transfers.count == 1)
        #expect(try await self.owner(of: bought.transactionId) == "anna")
        #expect(try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.isEmpty)
        #expect(
            try await self.shop.repository.read { view in
                try view.record(of: Sample.customer("ben"), app: self.shop.app.name)
            } == nil
        )
    }

    @Test("A preview returns the change of both customers' entitlements that the transfer then causes")
    func entitlements() async throws {
        let bought = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        let outcome = try await self.service.transfer(
            self.order(bought.transactionId, to: "ben"),
            in: self.shop.app,
            by: self.ada,
            isPreview: false
        )
        #expect(outcome.entitlements.map(\.customer.rawValue) == ["anna", "ben"])
        for change in outcome.entitlements {
            let ledger = try await self.shop.repository.read { view in
                try view.ledger(
                    of: change.customer,
                    app: self.shop.app.name,
                    environment: .production
                )
            }
            let now = ledger.entitlements(at: self.shop.ambient.now(), catalog: self.shop.app.catalog)
            #expect(change.after == now, "\(change.customer)")
        }
        #expect(outcome.entitlements[0].before.filter(\.isActive).count == 1)
        #expect(outcome.entitlements[1].after.filter(\.isActive).count == 1)
    }

    @Test("The audit log names the operator and the reason of every action, and no customer")
    func audited() async throws {
        let bought = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        _ = try await self.service.createToken(for: Sample.customer("anna"), in: self.shop.app, by: self.ada)
        let transferred = try await self.service.transfer(
            self.order(bought.transactionId, to: "ben"),
            in: self.shop.app,
            by: self.ada,
            isPreview: false
        )
        let change = try #require(transferred.change)
        _ = try await self.service.undo(change, in: self.shop.app, by: self.ada, isPreview: false)
        _ = try await self.service.merge(
            Sample.customer("ben"),
            into: Sample.customer("anna"),
            in: self.shop.app,
            by: self.ada,
            isPreview: false
        )
        let entries = try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
        #expect(
            entries.map(\.action) == [.customerMintToken, .transactionTransfer, .ownershipUndo, .customerMerge]
        )
        for entry in entries {
            #expect(entry.operatorName == "ada" && entry.reason?.text == "she called")
            let words = [entry.subject] + entry.details.values
            #expect(!words.contains { $0.contains("anna") || $0.contains("ben") })
        }
        let acts = try await self.shop.repository.read { view in
            try view.auditEntries(
                of: Sample.customer("anna"),
                app: self.shop.app.name,
                limit: 99
            )
        }
        #expect(acts.map(\.number) == entries.map(\.number).reversed())
    }

    @Test("An erasure is entered before any data is removed, and again with the action")
    func erasure() async throws {
        _ = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        let anna = Sample.customer("anna")
        _ = try await self.service.erase(anna, in: self.shop.app, by: self.ada, isPreview: false)
        let entries = try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.outcome) == [.begun, .done])
        #expect(entries.map { $0.details["entry"] } == [nil, "1"])
        #expect(entries.map { $0.reason?.text } == [nil, "she called"], "The first entry concerned the customer.")
        #expect(
            try await self.shop.repository.read { view in
                try view.auditEntries(of: anna, app: self.shop.app.name, limit: 9)
            }.isEmpty
        )
    }

    @Test("A transfer that is no change is entered with its transaction")
    func sameOwner() async throws {
        let bought = try await self.buy("pro.monthly", on: "phone", submittedBy: "anna")
        for _ in 1...2 {
            _ = try await self.service.transfer(
                self.order(bought.transactionId, to: "ben"),
                in: self.shop.app,
                by: self.ada,
                isPreview: false
            )
        }
        let entries = try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.outcome) == [.done, .nothing])
        #expect(entries.last?.subject == bought.transactionId)
    }

    @Test("An order number of Apple's mail leads to an unknown purchase; a wrong one to nothing")
    func orderNumber() async throws {
        let bought = try #require(try self.shop.world.perform(.buy("coins.100", by: "ben")).purchases.first)
        let answer = try await self.service.lookUp(bought.orderId, in: self.shop.app, by: self.ada)
        #expect(answer.order == .known)
        guard case .order(let reports)? = answer.matches.first else {
            Issue.record("\(answer)")
            return
        }
        #expect(reports.map(\.transactionID.rawValue) == [bought.transactionId])
        #expect(reports.first?.claim == .unclaimed && reports.first?.purchase?.productID.rawValue == "coins.100")
        let wrong = try await self.service.lookUp("MWRONG1234", in: self.shop.app, by: self.ada)
        #expect(wrong.order == .unknown && wrong.matches.isEmpty)
    }
}

import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// Customers who share phones, change accounts and restore on new devices, from the App Store to the entitlements.
@Suite(.serialized) struct OwnershipStoriesTests {
    static let tokens = [
        "a": "11111111-1111-4111-8111-11111111111A", "b": "22222222-2222-4222-8222-22222222222B",
    ]
    private static let month = Duration.seconds(31 * 24 * 3600 + 3600)
    private static let day = Duration.seconds(24 * 3600)

    /// A shop on SQLite, and the phone that A and B share.
    private struct Stage {
        let shop: SimulatedShop
        let phone: WorldCustomer
        let path: String

        init(seed: UInt64) throws {
            self.path = FileManager.default.temporaryDirectory.appending(path: "purser-stories-\(seed).db").path
            for suffix in ["", "-wal", "-shm", ".lock"] {
                try? FileManager.default.removeItem(atPath: self.path + suffix)
            }
            let repository = try SQLiteRepository(path: self.path, logger: Logger(label: "stories")) { _ in }
            self.shop = try SimulatedShop(world: SimulatedShop.world(seed: seed), repository: repository)
            self.phone = try self.shop.world.customer("phone")
        }

        func close() async {
            await self.shop.repository.close()
            for suffix in ["", "-wal", "-shm", ".lock"] {
                try? FileManager.default.removeItem(atPath: self.path + suffix)
            }
        }

        func buy(_ product: String, token customer: String? = nil) async throws -> WorldPurchase {
            let token = customer.flatMap { OwnershipStoriesTests.tokens[$0] }.flatMap(UUID.init)
            let purchase = try self.shop.world.buy(product, by: self.phone, appAccountToken: token)
            try await self.pass(.seconds(60))
            return purchase
        }

        func pass(_ duration: Duration) async throws {
            try await self.shop.world.advance(by: duration) { await self.shop.receive($0) }
            await self.shop.publishDue()
        }

        func submit(_ id: String, by customer: String, _ intent: Submission.Intent = .purchase) async throws {
            let token = OwnershipStoriesTests.tokens[customer].flatMap(AccountToken.init)
            try await self.shop.submit(id, by: customer, as: intent, token: token)
        }

        func newest() throws -> String {
            try #require(self.shop.world.transactions(of: self.phone).last).transactionId
        }

        func claim(on id: String) async throws -> Claim? {
            try await self.shop.chain(of: id)?.claims[TransactionID(id)]
        }

        func entitlements(of customer: String) async throws -> Set<String> {
            Set(try await self.shop.entitlements(of: customer).filter(\.isActive).map(\.name.rawValue))
        }

        func change(_ name: String, _ kind: OwnershipChange.Kind) async throws -> [OwnershipTransfer] {
            let change = OwnershipChange(
                id: OwnershipChangeID(name),
                kind: kind,
                changedAt: self.shop.ambient.now(),
                by: "operator",
                note: "as asked"
            )
            let preview = try await self.shop.repository.write { unit in
                try unit.change(
                    change,
                    of: self.shop.app.name,
                    catalog: Catalog(),
                    isPreview: true
                )
            }
            let done = try await self.shop.repository.write { unit in
                try unit.change(
                    change,
                    of: self.shop.app.name,
                    catalog: Catalog(),
                    isPreview: false
                )
            }
            #expect(try preview.get().map(\.transactionIDs) == done.get().map(\.transactionIDs))
            return try done.get()
        }
    }

    private static func play(_ seed: UInt64, _ story: (Stage) async throws -> Void) async throws {
        let stage = try Stage(seed: seed)
        do {
            try await story(stage)
        } catch {
            await stage.close()
            throw error
        }
        await stage.close()
    }

    private static func name(_ text: String) throws -> CustomerID { try #require(CustomerID(text)) }

    @Test(
        "A's subscription renews while B is signed in on A's phone, and B submits it: A owns it",
        arguments: [true, false]
    )
    func renewalUnderB(withTokens: Bool) async throws {
        try await Self.play(61) { stage in
            let first = try await stage.buy("pro.monthly", token: withTokens ? "a" : nil)
            try await stage.submit(first.transactionId, by: "a")
            try await stage.pass(Self.month)
            let renewal = try stage.newest()
            #expect(renewal != first.transactionId)
            try await stage.submit(renewal, by: "b")
            #expect(try await stage.claim(on: renewal)?.owner == Self.name("a"))
            #expect(try await stage.entitlements(of: "a") == ["pro.monthly"])
            #expect(try await stage.entitlements(of: "b").isEmpty)
        }
    }

    @Test(
        "A cancels, B buys a plan of the same group on the same Apple account, then A opens the app: B owns it",
        arguments: [true, false]
    )
    func newPlanByB(withTokens: Bool) async throws {
        try await Self.play(62) { stage in
            let first = try await stage.buy("basic.monthly", token: withTokens ? "a" : nil)
            try await stage.submit(first.transactionId, by: "a")
            try stage.shop.world.cancel("basic.monthly", of: stage.phone)
            try await stage.pass(Self.day)
            let second = try await stage.buy("pro.yearly", token: withTokens ? "b" : nil)
            try await stage.submit(second.transactionId, by: "b")
            for id in [first.transactionId, second.transactionId] { try await stage.submit(id, by: "a", .sync) }
            let chain = try #require(try await stage.shop.chain(of: second.transactionId))
            #expect(chain.chain.transactions.count >= 2, "Apple continues A's chain")
            #expect(try await stage.claim(on: first.transactionId)?.owner == Self.name("a"))
            #expect(try await stage.claim(on: second.transactionId)?.owner == Self.name("b"))
            #expect(try await stage.entitlements(of: "a").isEmpty)
            #expect(try await stage.entitlements(of: "b") == ["pro.yearly"])
        }
    }

    @Test("A purchase by offer code has no token: it has no owner until the app submits it")
    func offerCode() async throws {
        try await Self.play(63) { stage in
            let redeemed = try stage.shop.world.perform(.redeem("HELLO", by: "phone"))
            let id = try #require(redeemed.purchases.first).transactionId
            try await stage.pass(.seconds(60))
            #expect(try await stage.claim(on: id) == .unclaimed)
            try await stage.pass(.seconds(3 * 24 * 3600))
            try await stage.submit(id, by: "b", .sync)
            #expect(try await stage.claim(on: id) == Claim(owner: Self.name("b"), reason: .firstSubmission))
            #expect(try await stage.entitlements(of: "b") == ["pro.monthly"])
        }
    }

    @Test(
        "A purchase that is restored after the old account was erased belongs to the customer who restored it"
    )
    func oldAccountGone() async throws {
        try await Self.play(64) { stage in
            let bought = try await stage.buy("theme.dark", token: "a")
            try await stage.submit(bought.transactionId, by: "a")
            let transfers = try await stage.change("e1", .erase(Self.name("a")))
            #expect(transfers.map(\.to) == [nil])
            #expect(try await stage.entitlements(of: "a").isEmpty)
            try await stage.submit(bought.transactionId, by: "b", .restore)
            #expect(try await stage.claim(on: bought.transactionId)?.owner == Self.name("b"))
            #expect(try await stage.entitlements(of: "b") == ["theme.dark"])
        }
    }

    @Test("A family member's shared entitlement ends with the payer's refund")
    func family() async throws {
        try await Self.play(65) { stage in
            let world = stage.shop.world
            _ = try world.customer("child")
            try world.perform(.joinFamily("home", "phone"))
            try world.perform(.joinFamily("home", "child"))
            let bought = try await stage.buy("pro.monthly", token: "a")
            try await stage.submit(bought.transactionId, by: "a")
            try world.perform(.shareWithFamily("phone"))
            try await stage.pass(Self.day)
            let child = try #require(world.customers.first { $0.name == "child" })
            let shared = try #require(world.transactions(of: child).last).transactionId
            try await stage.submit(shared, by: "kid", .sync)
            #expect(try await stage.claim(on: shared) == Claim(owner: Self.name("kid"), reason: .familyMember))
            #expect(try await stage.entitlements(of: "kid") == ["pro.monthly"])
            try world.refund(bought.transactionId)
            try await stage.pass(Self.day)
            #expect(try await stage.entitlements(of: "kid").isEmpty)
            #expect(try await stage.entitlements(of: "a").isEmpty)
        }
    }

    @Test("Merging an anonymous customer into A gives A their purchases; undoing it returns them")
    func merge() async throws {
        try await Self.play(66) { stage in
            let nobody = try #require(CustomerID.anonymous([1, 2, 3]))
            let bought = try await stage.buy("pro.monthly")
            try await stage.submit(bought.transactionId, by: nobody.rawValue)
            #expect(try await stage.entitlements(of: nobody.rawValue) == ["pro.monthly"])
            let transfers = try await stage.change("m1", .merge(nobody, into: Self.name("a")))
            let named = try Self.name("a")
            #expect(transfers.map(\.from) == [nobody] && transfers.map(\.to) == [named])
            #expect(try await stage.entitlements(of: "a") == ["pro.monthly"])
            // The app may continue to use the old name for a while.
            #expect(try await stage.entitlements(of: nobody.rawValue) == ["pro.monthly"])
            try await stage.pass(Self.month)
            #expect(try await stage.claim(on: stage.newest())?.owner == Self.name("a"))
            _ = try await stage.change("m2", .undo(OwnershipChangeID("m1")))
            #expect(try await stage.entitlements(of: "a").isEmpty)
            #expect(try await stage.entitlements(of: nobody.rawValue) == ["pro.monthly"])
        }
    }

    @Test("A token that the shop sends in upper case equals Apple's in lower case")
    func upperCase() async throws {
        try await Self.play(67) { stage in
            let first = try await stage.buy("coins.100", token: "a")
            let spelled = try stage.shop.world.transactionPayload(for: first.transactionId).appAccountToken
            #expect(spelled == Self.tokens["a"]?.lowercased())
            try await stage.submit(first.transactionId, by: "a", .sync)
            #expect(try await stage.claim(on: first.transactionId)?.reason == .accountToken)
        }
    }

    @Test("A repeated history reading signs an old period anew, and transfers nothing")
    func signedAgain() async throws {
        try await Self.play(68) { stage in
            let first = try await stage.buy("pro.monthly", token: "a")
            try await stage.submit(first.transactionId, by: "a")
            try stage.shop.world.cancel("pro.monthly", of: stage.phone)
            try await stage.pass(Self.month)
            let second = try await stage.buy("pro.monthly", token: "b")
            try await stage.submit(second.transactionId, by: "b")
            let before = try await stage.shop.chain(of: second.transactionId)?.claims
            try await stage.pass(Self.day)
            try await stage.submit(first.transactionId, by: "b", .sync)
            try await stage.submit(first.transactionId, by: "a", .restore)
            #expect(try await stage.shop.chain(of: second.transactionId)?.claims == before)
            #expect(try await stage.entitlements(of: "a").isEmpty)
            #expect(try await stage.entitlements(of: "b") == ["pro.monthly"])
        }
    }

    @Test(
        "An operator transfers a subscription and undoes it; both customers get events about the same transfer"
    )
    func operatorTransfers() async throws {
        try await Self.play(69) { stage in
            let bought = try await stage.buy("pro.monthly", token: "a")
            try await stage.submit(bought.transactionId, by: "a")
            let decision = Decision(
                customer: try Self.name("b"),
                transactionID: TransactionID(bought.transactionId),
                reach: .chainOn,
                decidedAt: stage.shop.ambient.now()
            )
            let transfers = try await stage.change("d1", .decide(decision, .production))
            let transfer = try #require(transfers.first)
            let former = try Self.name("a")
            #expect(transfers.count == 1 && transfer.from == former && transfer.to == decision.customer)
            for customer in [former, decision.customer] {
                let stream = EventStream(app: stage.shop.app.name, subject: .customer(customer))
                let events = try await stage.shop.repository.read { view in
                    try view.events(of: stream, after: 0, limit: 100)
                }
                let published = events.filter { $0.name == .ownershipTransferred }.map {
                    String(decoding: $0.body, as: UTF8.self)
                }
                #expect(published.count == 1 && published[0].contains(#""transfer":\#(transfer.id)"#))
            }
            try await stage.pass(Self.month)
            #expect(try await stage.entitlements(of: "b") == ["pro.monthly"])
            let back = try await stage.change("d2", .undo(OwnershipChangeID("d1")))
            #expect(back.flatMap(\.transactionIDs).count == 2)
            #expect(try await stage.entitlements(of: "a") == ["pro.monthly"])
            #expect(try await stage.entitlements(of: "b").isEmpty)
            let history = try await stage.shop.repository.read { view in
                try view.transfers(
                    of: decision.customer,
                    app: stage.shop.app.name,
                    skipping: 0,
                    limit: 10
                )
            }
            #expect(history.map(\.change) == [OwnershipChangeID("d2"), OwnershipChangeID("d1")])
        }
    }
}

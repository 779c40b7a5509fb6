import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct StateGaugesTests {
    @Test("The free space of a future file's disk is known; that of a missing folder is unknown")
    func disk() throws {
        let folder = FileManager.default.temporaryDirectory
        let repository = InMemoryRepository()
        let there = StorageGauge(repository: repository, path: folder.appending(path: "purser-none.db").path)
        #expect(try #require(there.freeBytes) > 0)
        let gone = StorageGauge(repository: repository, path: folder.appending(path: "purser-none/purser.db").path)
        #expect(gone.freeBytes == nil)
    }

    @Test("A certificate counts as revoked until a later answer states that it is good")
    func revoked() async throws {
        let repository = InMemoryRepository()
        func keep(_ number: UInt8, clearedAt: Instant?) async throws {
            let revoked = RevokedCertificate(
                id: RevokedCertificate.ID(issuerNameHash: [1], issuerKeyHash: [2], serialNumber: [number]),
                revokedAt: Sample.beginning,
                learnedAt: Sample.beginning + .hours(1),
                statedAt: Sample.beginning + .hours(2),
                clearedAt: clearedAt
            )
            try await repository.write { unit in try unit.keep(revoked) }
        }
        let gauge = RevokedCertificateGauge(repository: repository)
        #expect(try await gauge.count() == 0)
        try await keep(1, clearedAt: nil)
        try await keep(2, clearedAt: Sample.beginning + .hours(3))
        try await keep(3, clearedAt: Sample.beginning + .hours(1))
        #expect(try await gauge.count() == 2)
    }

    @Test("The Sandbox customers are counted every ten minutes, and the value is repeated in between")
    func sandboxCustomers() async throws {
        let repository = InMemoryRepository()
        let gauge = SandboxCustomerGauge(repository: repository, apps: [])
        let now = Sample.beginning + .hours(1)
        #expect(try await gauge.count(of: Sample.app, at: now) == 0)
        let product = Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])
        var intake = Sample.facts(
            [Sample.gems("1")],
            submission: Sample.submission("ada", "1"),
            environment: .sandbox
        )
        intake.catalog = Catalog(
            products: [product.id: product],
            coins: ["gems": Coin()],
            fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
        )
        _ = try await repository.record(intake)
        let leases = try await repository.leaseFulfillments(of: Sample.app, at: now, until: now + .hours(1), limit: 1)
        let lease = try #require(leases.leases.first)
        _ = try await repository.write { unit in try unit.conclude(lease, .confirmed(recovered: nil), at: now) }
        #expect(try await gauge.count(of: Sample.app, at: now + .minutes(9)) == 0)
        #expect(try await gauge.count(of: Sample.app, at: now + .minutes(10)) == 1)
        #expect(try await gauge.count(of: Sample.app, at: now + .days(31)) == 0, "That is too long ago.")
    }
}

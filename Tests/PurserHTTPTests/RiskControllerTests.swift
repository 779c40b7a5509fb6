import AppStore
import HTTPTypes
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct RiskControllerTests {
    private let server: TestServer
    private let assessor: RiskAssessor

    init() throws {
        let shop = try TestShop()
        let catalog = Catalog(riskThreshold: 15)
        let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: catalog)
        self.server = try TestServer(shop: shop, app: app)
        self.assessor = RiskAssessor(
            repository: shop.repository,
            ambient: shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Coins that were bought and refunded.
    private func refund(_ id: String, _ customer: String) async throws {
        var coins = SamplePayloads.consumable()
        coins.transactionId = id
        coins.originalTransactionId = id
        coins.revocationDate = coins.purchaseDate
        coins.revocationReason = .other
        let compact = try self.server.shop.authority.sign(coins).bytes
        #expect(try await self.server.submit(compact, customer: customer).status == .ok)
    }

    /// Assesses every customer with new events, as a server does.
    private func settle() async {
        let worker = OutboxWorker(
            sink: self.assessor.sink(for: self.server.app),
            repository: self.server.shop.repository,
            now: self.server.shop.ambient.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock()
        )
        while await worker.publishPending() {}
    }

    @Test("Customers who reach the threshold are listed with their reasons, highest points first, page by page")
    func pages() async throws {
        try await self.server.shop.repository.write { unit in
            try unit.setSinks([RiskAssessor.sink], of: self.server.app.name)
        }
        // Once is no reason; the more often, the more points.
        var number = 2_000_000_000_000_901
        for (customer, refunds) in [("anna", 2), ("ben", 4), ("cleo", 1), ("dora", 3)] {
            for _ in 0..<refunds {
                try await self.refund("\(number)", customer)
                number += 1
            }
        }
        await self.settle()
        var seen: [JSONValue] = []
        var path: String? = "/v1/risk?limit=1"
        while let next = path, seen.count < 10 {
            let page = try await self.server.send(.get, next)
            guard case .array(let customers)? = page["customers"] else {
                Issue.record("\(page)")
                return
            }
            #expect(customers.count == 1)
            seen += customers
            path = nil
            if case .string(let cursor)? = page["next"] { path = "/v1/risk?limit=1&cursor=\(cursor)" }
        }
        #expect(seen.map { $0["customer"] } == ["ben", "dora", "anna"].map { .string($0) })
        for one in seen {
            #expect(one["environment"] == .string("Production"))
            guard case .string? = one["raisedAt"], case .array(let reasons)? = one["reasons"] else {
                Issue.record("\(one)")
                return
            }
            #expect(reasons.map { $0["reason"] }.contains(.string("repeated_refunds")))
        }
    }

    @Test(
        "A page of none or of too many is refused, and so is a cursor that came from nowhere",
        arguments: [
            ("limit=0", "field_wrong_type"), ("limit=51", "field_wrong_type"), ("limit=many", "field_wrong_type"),
            ("cursor=1", "cursor_invalid"), ("cursor=1-", "cursor_invalid"), ("cursor=1-2-3", "cursor_invalid"),
        ]
    )
    func refused(query: String, code: String) async throws {
        #expect(try await self.server.send(.get, "/v1/risk?\(query)").code == code)
    }
}

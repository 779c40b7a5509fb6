import AppStore
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct BookedFulfillmentsTests {
    /// The queue after two purchases of coins, one of which is submitted twice.
    private static func noted(coins: FulfillmentPolicy.Coins) async throws -> [TransactionID] {
        let shop = try TestShop()
        let from = Instant(milliseconds: SamplePayloads.signedAt.milliseconds) - .days(1)
        let catalog = Catalog(
            products: TestShop.catalog.products,
            coins: TestShop.catalog.coins,
            fulfillment: FulfillmentPolicy(from: from, finishes: true, coins: coins)
        )
        let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: catalog)
        let booked = BookedFulfillments()
        let ingest = Ingest(
            repository: shop.repository,
            ambient: shop.ambient,
            revocation: nil,
            booked: booked,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let customer = try #require(CustomerID("anna"))
        let first = Instant(milliseconds: SamplePayloads.signedAt.milliseconds)
        for (place, id) in ["2000000000000900", "2000000000000900", "2000000000000901"].enumerated() {
            // Each submission is signed anew, so the evidence is new and the purchase is not.
            shop.setNow(first + .seconds(Int64(place)))
            _ = try await ingest.purchase(
                try shop.authority.sign(SamplePayloads.consumable(id: id)).bytes,
                by: customer,
                intent: .purchase,
                tokens: [],
                for: app
            )
        }
        booked.end()
        return await booked.stream.reduce(into: []) { $0.append($1.transactionID) }
    }

    @Test("A fulfillment that is booked into wallets is queued once, for its transaction to be finished at Apple")
    func booked() async throws {
        let ids = ["2000000000000900", "2000000000000901"].map { TransactionID($0) }
        let noted = try await Self.noted(coins: .wallets)
        #expect(noted == ids)
    }

    @Test("A fulfillment for the fulfiller is not booked; it is confirmed by the fulfiller")
    func fulfilled() async throws {
        #expect(try await Self.noted(coins: .fulfiller) == [])
    }
}

import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RequestOriginsTests {
    private static func thing(_ number: Int) -> RequestOrigins.Thing {
        .purchase(AppName("shop"), TransactionID("\(number)"))
    }

    @Test("Evidence and purchases of a request have its origin; those without a request have none")
    func brought() async throws {
        let shop = try TestShop()
        let name = RequestIdentifier(made: "brought-by-this")
        let compact = try shop.notification(uuid: "request-causes-1")
        _ = try await RequestIdentifier.$current.withValue(name) {
            try await shop.ingest.notification(compact, for: shop.app)
        }
        let digests = try await shop.repository.read { view in try view.evidence(after: 0, limit: 10) }.map(
            \.evidence.digest
        )
        #expect(digests.count == 3)
        for digest in digests { #expect(RequestOrigins.shared.origin(of: .evidence(digest))?.name == name) }

        let causes = RequestOrigins()
        causes.note([Self.thing(1)])
        #expect(causes.origin(of: Self.thing(1)) == nil)
    }

    @Test("The memory is bounded, and has the newest origins")
    func bounded() {
        let causes = RequestOrigins(limit: 10)
        RequestIdentifier.$current.withValue(RequestIdentifier(made: "many")) {
            for number in 0..<1000 { causes.note([Self.thing(number)]) }
        }
        let kept = (0..<1000).filter { causes.origin(of: Self.thing($0)) != nil }
        #expect((10...20).contains(kept.count))
        #expect(kept.suffix(10) == Array(990..<1000)[...])
    }
}

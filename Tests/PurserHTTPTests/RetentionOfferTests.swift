import AppStore
import Crypto
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// A shop with a subscriber who is about to cancel, and an offer that the customer may have once.
@Suite struct RetentionOfferTests {
    private static let offered = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
    private static let plain = "0b0f5c9a-1c55-4df2-8a63-8b2e6f6b1d20"
    private static let message = #"{"message":{"messageIdentifier":"\#(plain)"}}"#

    private let repository = GuardedRepository(base: InMemoryRepository())
    private let shop: TestShop
    private let app: ServedApp
    private let key = P256.Signing.PrivateKey()

    init() throws {
        let shop = try TestShop(repository: self.repository)
        var products = TestShop.catalog.products
        products[ProductID("pro.monthly")] = Product(
            id: ProductID("pro.monthly"),
            kind: .autoRenewable,
            group: "pro",
            level: 2,
            unlocks: [EntitlementName("pro")],
            offers: [OfferID("stay"): OfferRule(limit: OfferLimit(1))]
        )
        self.shop = shop
        self.app = ServedApp(
            name: shop.app.name,
            verifier: shop.app.verifier,
            catalog: Catalog(entitlements: TestShop.catalog.entitlements, products: products),
            offerSigner: OfferSigner(
                key: try AppStoreKey(
                    issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                    keyID: "2X9R4HXF34",
                    pem: self.key.pemRepresentation
                ),
                bundleID: SamplePayloads.bundleID
            )
        )
    }

    /// The server of the shop, after its subscriber has bought.
    private func server(
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> TestServer {
        let server = try TestServer(
            shop: self.shop,
            app: self.app,
            retention: RetentionRules([
                RetentionRule(message: Self.offered, content: .offer(OfferID("stay"))),
                RetentionRule(message: Self.plain),
            ]),
            sleep: sleep
        )
        let compact = try self.shop.authority.sign(SamplePayloads.transaction()).bytes
        #expect(try await server.submit(compact, customer: "anna").status == .ok)
        return server
    }

    private func ask(_ server: TestServer) async throws -> TestServer.TestResponse {
        let request = RealtimeRequestPayload.with {
            $0.originalTransactionId = "2000000000000001"
            $0.appAppleId = SamplePayloads.appAppleID
            $0.productId = "pro.monthly"
            $0.userLocale = "en-US"
            $0.requestIdentifier = "6b7b9d8e-70bb-4c1e-a8b5-6d3d4b8c9a10"
            $0.environment = .production
            $0.signedDate = SamplePayloads.signedAt
        }
        let compact = try self.shop.authority.sign(request).bytes
        let body = Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
        return try await server.send(.post, "/apple/shop/retention", key: nil, body: body)
    }

    private func signatures() async throws -> Int {
        try await self.repository.read { view in
            try view.signatures(
                of: OfferID("stay"),
                ProductID("pro.monthly"),
                for: Sample.customer("anna"),
                app: self.app.name,
                since: Instant(milliseconds: 0)
            )
        }.count
    }

    /// Waits as long as it is let.
    @Sendable
    private static func forever(_: Duration) async throws {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
    }

    @Test("The owner of the subscription gets a signed offer, as often as the catalog allows")
    func signed() async throws {
        let server = try await self.server(sleep: Self.forever)
        let answer = try await self.ask(server)
        #expect(answer.status == .ok)
        let offer = try #require(answer["promotionalOffer"])
        #expect(offer["messageIdentifier"] == .string(Self.offered))
        guard case .string(let jws)? = offer["promotionalOfferSignatureV2"] else {
            return #expect(Bool(false), "\(answer.text)")
        }
        let parts = jws.split(separator: ".").map { Array($0.utf8) }
        try #require(parts.count == 3)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Base64URL.decode(parts[2])))
        let content = parts[0] + [UInt8(ascii: ".")] + parts[1]
        #expect(self.key.publicKey.isValidSignature(signature, for: content))
        let claims = try JSONValue(json: #require(Base64URL.decode(parts[1])))
        #expect(claims["offerIdentifier"] == .string("stay"))
        #expect(claims["productId"] == .string("pro.monthly"))
        #expect(claims["transactionId"] == .string("2000000000000001"))
        #expect(try await self.signatures() == 1)
        // The catalog allows it once.
        #expect(try await self.ask(server).text == Self.message)
    }

    @Test("An offer that is not signed in time is passed over, and does not count")
    func late() async throws {
        let arrived = self.repository.signing.holdNext()
        let (revoked, continuation) = AsyncStream<Void>.makeStream()
        self.repository.signing.onRevoke.withLock { $0 = continuation }
        // Time is up as soon as the signature is about to be kept, and only then.
        let time = Gong(arrived)
        let server = try await self.server(sleep: time.sleep)
        #expect(try await self.ask(server).text == Self.message)
        self.repository.signing.release()
        for await _ in revoked { break }
        #expect(try await self.signatures() == 0)
        // Who comes again is offered it, because nothing was counted.
        let again = try await self.ask(server)
        #expect(again["promotionalOffer"] != nil, "\(again.text)")
        #expect(try await self.signatures() == 1)
    }

    /// A timeout that elapses on demand, the first time, and never again.
    private final class Gong: Sendable {
        private let isFirst = Mutex(true)
        private let strokes: AsyncStream<Void>

        init(_ strokes: AsyncStream<Void>) {
            self.strokes = strokes
        }

        @Sendable
        func sleep(_ duration: Duration) async throws {
            let isFirst = self.isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return try await RetentionOfferTests.forever(duration) }
            for await _ in self.strokes { return }
        }
    }
}

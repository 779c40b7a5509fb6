import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RealtimeControllerTests {
    private static let message = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
    private static let other = "0b0f5c9a-1c55-4df2-8a63-8b2e6f6b1d20"

    /// A repository whose database is gone.
    private final class Gone: ObservedRepository {
        let base: any Repository = InMemoryRepository()

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) { throw .unavailable }
    }

    let server: TestServer

    init() throws {
        self.server = try TestServer(
            retention: RetentionRules([
                RetentionRule(
                    products: [ProductID("pro.monthly")],
                    locales: ["ja"],
                    message: Self.other,
                    content: .product(ProductID("pro.yearly"))
                ),
                RetentionRule(
                    products: [ProductID("pro.monthly")],
                    locales: ["en"],
                    message: Self.other,
                    content: .offer(OfferID("spring"))
                ),
                RetentionRule(products: [ProductID("pro.monthly")], message: Self.message),
            ])
        )
    }

    private func ask(
        product: String = "pro.monthly",
        original: String = "2000000000000001",
        locale: String = "de-DE",
        appAppleID: Int64 = SamplePayloads.appAppleID,
        by authority: SigningAuthority? = nil,
        app: String = "shop",
        of server: TestServer? = nil
    ) async throws -> TestServer.TestResponse {
        let request = RealtimeRequestPayload.with {
            $0.originalTransactionId = original
            $0.appAppleId = appAppleID
            $0.productId = product
            $0.userLocale = locale
            $0.requestIdentifier = "6b7b9d8e-70bb-4c1e-a8b5-6d3d4b8c9a10"
            $0.environment = .production
            $0.signedDate = SamplePayloads.signedAt
        }
        let server = server ?? self.server
        let compact = try (authority ?? server.shop.authority).sign(request).bytes
        let body = Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
        return try await server.send(.post, "/apple/\(app)/retention", key: nil, body: body)
    }

    @Test("The first rule that applies is answered, in Apple's form")
    func rules() async throws {
        let plain = try await self.ask()
        #expect(plain.status == .ok)
        #expect(plain.text == #"{"message":{"messageIdentifier":"\#(Self.message)"}}"#)
        let product = try await self.ask(locale: "ja-JP")
        #expect(
            product.text
                == #"{"alternateProduct":{"messageIdentifier":"\#(Self.other)","productId":"pro.yearly"}}"#
        )
    }

    @Test("An offer that cannot be signed for the owner is passed over")
    func offer() async throws {
        #expect(try await self.ask(locale: "en-US").text == #"{"message":{"messageIdentifier":"\#(Self.message)"}}"#)
    }

    @Test("Where no rule applies the answer is empty, so that Apple shows its default")
    func none() async throws {
        let answer = try await self.ask(product: "pro.yearly")
        #expect(answer.status == .ok)
        #expect(answer.text == "{}")
    }

    @Test("A request is evidence of the subscription, and an event says that its customer is about to cancel")
    func recorded() async throws {
        let shop = self.server.shop
        let transaction = SamplePayloads.transaction(environment: .production)
        let id = try #require(transaction.originalTransactionId)
        let purchase = try shop.authority.sign(transaction)
        let submitted = #"{"customer":"ada","signedTransaction":"\#(String(decoding: purchase.bytes, as: UTF8.self))"}"#
        #expect(try await self.server.send(.post, "/v1/purchases", body: Array(submitted.utf8)).status == .ok)
        let before = try await shop.repository.read { view in try view.evidence(after: 0, limit: 9) }.count
        for _ in 0..<2 { #expect(try await self.ask(original: id).status == .ok) }
        let stream = EventStream(app: shop.app.name, subject: .customer(Sample.customer("ada")))
        let (evidence, chain, events) = try await shop.repository.read { view in
            (
                try view.evidence(after: 0, limit: 9),
                try view.chain(of: TransactionID(id), app: shop.app.name, environment: .production),
                try view.events(of: stream, after: 0, limit: 99)
            )
        }
        #expect(evidence.count == before + 2, "Each request has a signature of its own.")
        #expect(evidence.last?.evidence.kind == .retentionRequest)
        let signedAt = Instant(milliseconds: SamplePayloads.signedAt.milliseconds)
        #expect(chain?.chain.retentionRequests.instants == [signedAt])
        let requested = events.filter { $0.name == .subscriptionRetentionRequested }
        #expect(requested.count == 1)
        let body = String(decoding: requested.first?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""requestedAt":"\#(signedAt.rfc3339)""#), "\(body)")
    }

    @Test("A request of a subscription that is not known yet counts when its purchase comes")
    func early() async throws {
        #expect(try await self.ask(original: "2000000000000777").status == .ok)
        let evidence = try await self.server.shop.repository.read { view in try view.evidence(after: 0, limit: 9) }
        #expect(evidence.map(\.evidence.kind) == [.retentionRequest])
    }

    @Test("A database that refuses to write costs no answer")
    func outage() async throws {
        let server = try TestServer(
            shop: TestShop(repository: Gone()),
            retention: RetentionRules([RetentionRule(message: Self.message)])
        )
        let answer = try await self.ask(of: server)
        #expect(answer.status == .ok)
        #expect(answer.text == #"{"message":{"messageIdentifier":"\#(Self.message)"}}"#)
    }

    @Test("What Apple signed for something else is no request, and the app is checked in the Sandbox too")
    func otherKinds() async throws {
        let authority = self.server.shop.authority
        func code(_ json: [UInt8]) async throws -> String? {
            let compact = try authority.sign(json)
            let body = Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
            return try await self.server.send(.post, "/apple/shop/retention", key: nil, body: body).code
        }
        #expect(try await code(SamplePayloads.transaction(environment: .sandbox).json()) == "payload_kind_unexpected")
        #expect(try await code(SamplePayloads.renewalInfo(environment: .sandbox).json()) == "payload_kind_unexpected")

        func request(_ environment: AppStoreEnvironment, app: Int64, further: [JSONMember] = []) -> [UInt8] {
            RealtimeRequestPayload.with {
                $0.originalTransactionId = "2000000000000001"
                $0.appAppleId = app
                $0.productId = "pro.monthly"
                $0.userLocale = "de-DE"
                $0.requestIdentifier = "6b7b9d8e-70bb-4c1e-a8b5-6d3d4b8c9a10"
                $0.environment = environment
                $0.signedDate = SamplePayloads.signedAt
                $0.unknownFields = further
            }.json()
        }
        let other = SamplePayloads.appAppleID + 1
        #expect(try await code(request(.sandbox, app: other)) == "app_apple_id_mismatch")
        #expect(try await code(request(.sandbox, app: SamplePayloads.appAppleID)) == nil)
        func bundle(_ value: JSONValue) -> [UInt8] {
            request(.production, app: SamplePayloads.appAppleID, further: [JSONMember(key: "bundleId", value: value)])
        }
        #expect(try await code(bundle(.string("com.example.other"))) == "bundle_id_mismatch")
        #expect(try await code(bundle(.null)) == "json_wrong_type")
        #expect(try await code(bundle(.string(SamplePayloads.bundleID))) == nil)
    }

    @Test("A request that Apple did not sign, or that is for another app, is refused")
    func refusals() async throws {
        let forged = try await self.ask(by: try SigningAuthority())
        #expect(forged.status == .badRequest)
        let elsewhere = try await self.ask(appAppleID: SamplePayloads.appAppleID + 1)
        #expect(elsewhere.status == .badRequest)
        #expect(try await self.ask(app: "nobody").code == "app_unknown")
        let empty = try await self.server.send(.post, "/apple/shop/retention", key: nil, body: Array("{}".utf8))
        #expect(empty.code == "signed_payload_missing")
        let broken = try await self.server.send(.post, "/apple/shop/retention", key: nil, body: Array("{".utf8))
        #expect(broken.status == .badRequest)
    }
}

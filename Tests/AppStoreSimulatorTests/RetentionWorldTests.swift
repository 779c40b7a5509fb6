import AppStore
import AppStoreSimulator
import Synchronization
import Testing

@Suite struct RetentionWorldTests {
    /// An endpoint that records its requests.
    private final class Endpoint: Sendable {
        private let asked = Mutex<[(url: String, body: [UInt8])]>([])
        private let reply: RealtimeReply

        init(_ reply: RealtimeReply) { self.reply = reply }

        var requests: [(url: String, body: [UInt8])] { self.asked.withLock { $0 } }
        var sender: RealtimeSender {
            { url, body in
                self.asked.withLock { $0.append((url, body)) }
                return self.reply
            }
        }
    }

    private static let message = RealtimeReply.answered(
        status: 200,
        body: RealtimeResponseBody.with { $0.message = .with { $0.messageIdentifier = RetentionFixture.message } }
            .json(),
        milliseconds: 12
    )

    /// A sandbox with a subscriber and a message.
    private static func world() throws -> (World, id: String) {
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .sandbox),
            catalog: WorldCatalog([
                .subscription(Shop.monthly, group: "21000001", period: .month, price: Shop.dollars(9990)),
                .subscription(
                    "news.weekly",
                    group: "21000002",
                    period: .week,
                    price: Shop.dollars(990),
                    isFamilyShareable: true
                ),
                .consumable(Shop.coins, price: Shop.dollars(990)),
            ])
        )
        let purchase = try world.buy(Shop.monthly, by: try world.customer("anna"))
        let body = UploadMessageRequestBody.with {
            $0.header = "Stay"
            $0.body = "There is more to come."
        }
        #expect(world.answer(.uploadMessage(RetentionFixture.message), body: body.json(), app: 0).status == 200)
        return (world, purchase.originalTransactionId)
    }

    private static func configure(_ world: World) {
        let address = RealtimeURLRequest.with { $0.realtimeURL = RetentionFixture.address }.json()
        #expect(world.answer(.configureRealtimeURL, body: address, app: 0).status == 200)
        let message = DefaultConfigurationRequest.with { $0.messageIdentifier = RetentionFixture.message }.json()
        let target = RetentionOperation.configureDefault(product: Shop.monthly, locale: "en-US")
        #expect(world.answer(target, body: message, app: 0).status == 200)
    }

    private static func start(_ id: String, in world: World) -> RetentionResponse {
        world.answer(
            .initiatePerformanceTest,
            body: PerformanceTestRequest.with { $0.originalTransactionId = id }.json(),
            app: 0
        )
    }

    @Test("A customer about to cancel is shown what the app's server says to a signed request")
    func realtime() async throws {
        let (world, id) = try Self.world()
        Self.configure(world)
        let endpoint = Endpoint(Self.message)
        let offer = try await world.retentionMessage(for: id, locale: "de-DE", sending: endpoint.sender)
        #expect(offer.messageIdentifier == RetentionFixture.message && offer.failure == nil)
        let request = try #require(endpoint.requests.first)
        #expect(endpoint.requests.count == 1 && request.url == RetentionFixture.address)
        let signed = try #require(RealtimeRequestBody(json: request.body).signedPayload)
        let parts = try #require(CompactJWS(signed.bytes))
        #expect(parts.chain == world.certificates.chain)
        let payload = try RealtimeRequestPayload(json: parts.payload)
        #expect(payload.originalTransactionId == id && payload.productId == Shop.monthly)
        #expect(payload.userLocale == "de-DE" && payload.environment == .sandbox && payload.signedDate == world.now)
        // The customer has only been asked.
        #expect(try world.renewalIsOn(id))
    }

    @Test("The default message replaces a failed endpoint's; a customer needs a subscription")
    func fallback() async throws {
        let (world, id) = try Self.world()
        Self.configure(world)
        let endpoint = Endpoint(.failed(.timedOut, milliseconds: 10_000))
        let offer = try await world.retentionMessage(for: id, locale: "en-US", sending: endpoint.sender)
        #expect(offer.source == .defaultMessage && offer.failure == .endpoint(.timedOut))
        let other = try await world.retentionMessage(for: id, locale: "fr-FR", sending: endpoint.sender)
        #expect(other.source == .nothing && other.messageIdentifier == nil)
        let coins = try world.buy(Shop.coins, by: try world.customer("ben"))
        await #expect(throws: WorldError.unknownTransaction(coins.transactionId)) {
            try await world.retentionMessage(for: coins.transactionId, locale: "en-US", sending: endpoint.sender)
        }
    }

    @Test("A performance test sends every request it says, and passes when the answers are good")
    func performanceTest() async throws {
        let (world, id) = try Self.world()
        Self.configure(world)
        let answer = Self.start(id, in: world)
        let test = try #require(answer.startedTest)
        #expect(answer.status == 200)
        #expect(try PerformanceTestResponse(json: answer.body).requestId == test)
        let endpoint = Endpoint(Self.message)
        await world.runPerformanceTest(test, app: 0, sending: endpoint.sender)
        let result = try PerformanceTestResultResponse(
            json: world.answer(.getPerformanceTestResult(test), app: 0).body
        )
        #expect(result.result == .pass && result.successRate == 100 && result.numPending == 0)
        #expect(endpoint.requests.count == 100)
        #expect(Set(endpoint.requests.map(\.body)).count == 100)
        #expect(result.responseTimes?.average == 12)
    }

    @Test("A performance test of an endpoint that answers wrongly fails")
    func failedTest() async throws {
        let (world, id) = try Self.world()
        Self.configure(world)
        let test = try #require(Self.start(id, in: world).startedTest)
        let endpoint = Endpoint(.answered(status: 200, body: Array("{}".utf8), milliseconds: 3))
        await world.runPerformanceTest(test, app: 0, sending: endpoint.sender)
        let result = try PerformanceTestResultResponse(
            json: world.answer(.getPerformanceTestResult(test), app: 0).body
        )
        #expect(result.result == .fail && result.failures == [.invalidResponse: 100])
    }

    @Test("A performance test is about the first transaction of a subscription that was bought, and about nothing else")
    func transactions() throws {
        let (world, id) = try Self.world()
        Self.configure(world)
        let anna = try world.customer("anna")
        try world.perform(Self.action(.renewNow, customer: "anna", product: Shop.monthly))
        let renewal = try #require(world.transactions(of: anna).first { $0.isRenewal }?.transactionId)
        let coins = try world.buy(Shop.coins, by: anna)
        let member = try Self.share(world)
        let copy = try #require(try world.transactionPayload(for: id).appTransactionId)
        let cases: [(String, Int64)] = [
            ("abc", 4_000_006), ("-1", 4_000_006), ("1", 4_040_005), (renewal, 4_000_187), (copy, 4_000_048),
            (member, 4_000_185), (coins.transactionId, 4_000_211), ("", 4_000_211),
        ]
        for (text, code) in cases {
            let answer = Self.start(text, in: world)
            #expect(try APIErrorResponse(json: answer.body).errorCode == code, "\(text)")
            #expect(answer.status == Int(code / 10000) && answer.startedTest == nil)
        }
        #expect(Self.start(id, in: world).status == 200)
    }

    @Test("Every path of the API is an operation, and nothing else is")
    func paths() {
        let known = [
            "PUT image/x", "DELETE image/x", "GET image/list", "PUT message/x", "DELETE message/x", "GET message/list",
            "PUT default/p/en", "DELETE default/p/en", "GET default/p/en", "PUT realtime/url", "DELETE realtime/url",
            "GET realtime/url", "POST performanceTest", "GET performanceTest/result/x",
        ]
        let operations = known.map { Self.operation($0) }
        #expect(!operations.contains(nil) && Set(operations).count == known.count)
        for wrong in ["GET image/x", "POST image/x", "PUT image", "GET default/p", "GET realtime", "GET x", "GET "] {
            #expect(Self.operation(wrong) == nil, "\(wrong)")
        }
    }

    @Test("A refusal changes nothing and has Apple's body")
    func refusal() throws {
        let world = try Shop.world(environment: .production)
        let address = RealtimeURLRequest.with { $0.realtimeURL = RetentionFixture.address }.json()
        let answer = world.answer(.configureRealtimeURL, body: address, app: 0)
        #expect(answer.status == 403)
        #expect(try APIErrorResponse(json: answer.body).errorCode == 4_030_026)
        #expect(world.answer(.getRealtimeURL, app: 0).status == 404)
    }

    private static func operation(_ text: String) -> RetentionOperation? {
        let parts = text.split(separator: " ").map(String.init)
        return RetentionOperation(
            method: parts[0],
            path: parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : []
        )
    }

    private static func action(_ verb: WorldVerb, customer: String, product: String? = nil) -> WorldAction {
        var action = WorldAction(verb)
        action.customer = customer
        action.product = product
        return action
    }

    /// Lets a family member have a share in a subscription; answers the member's transaction.
    private static func share(_ world: World) throws -> String {
        for name in ["dora", "emil"] {
            var join = Self.action(.joinFamily, customer: name)
            join.name = "family"
            try world.perform(join)
        }
        try world.perform(Self.action(.buy, customer: "dora", product: "news.weekly"))
        let shared = world.transactions(of: try world.customer("emil")).first { $0.isFamilyShared }
        return try #require(shared?.transactionId)
    }
}

extension World {
    /// Whether a subscription is to renew.
    fileprivate func renewalIsOn(_ id: String) throws -> Bool {
        let signed = try #require(try self.signedRenewalInfo(for: id))
        let parts = try #require(CompactJWS(signed))
        return try RenewalInfoPayload(json: parts.payload).autoRenewStatus == .on
    }
}

import AppStore
import AppStoreSimulator
import Testing

/// Tests of what the store of a world shows to a customer who is about to cancel.
@Suite struct RetentionFallbackTests {
    private static let message = WorldRetentionMessage(
        id: "44444444-0000-4000-8000-000000000001",
        header: "Stay",
        body: "New classes come next month.",
        hasImage: true
    )

    private static func offer(
        _ id: String,
        _ mode: WorldOffer.Mode,
        count: Int = 1,
        _ price: Int64,
        kind: WorldOffer.Kind = .retention,
        isEligible: Bool = true
    ) -> WorldOffer {
        WorldOffer(
            kind: kind,
            id: id,
            mode: mode,
            period: .month,
            periodCount: count,
            price: Shop.dollars(price),
            isEligible: isEligible
        )
    }

    private static func world(_ offers: [WorldOffer], trial: Bool = false) throws -> (World, WorldPurchase) {
        let introductory = WorldOffer(kind: .introductory, mode: .free, period: .week, price: Shop.dollars(0))
        let world = try World(
            seed: 7,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .sandbox),
            catalog: WorldCatalog([
                .subscription(
                    Shop.monthly,
                    group: "21000001",
                    period: .month,
                    price: Shop.dollars(9_990),
                    offers: offers + (trial ? [introductory] : []),
                    retentionMessage: Self.message
                )
            ])
        )
        return (world, try world.buy(Shop.monthly, by: try world.customer("anna")))
    }

    private static func shown(
        _ world: World,
        _ purchase: WorldPurchase,
        _ reply: RealtimeReply = .failed(.timedOut, milliseconds: 10_000)
    ) async throws -> RetentionOffer {
        try await world.retentionMessage(for: purchase.originalTransactionId, locale: "en-US") { _, _ in reply }
    }

    /// Uploads a message without an image, and configures the URL of the app's server.
    private static func connect(_ world: World) {
        let body = UploadMessageRequestBody.with {
            $0.header = "Stay"
            $0.body = "There is more to come."
        }
        #expect(world.answer(.uploadMessage(RetentionFixture.message), body: body.json(), app: 0).status == 200)
        let address = RealtimeURLRequest.with { $0.realtimeURL = RetentionFixture.address }.json()
        #expect(world.answer(.configureRealtimeURL, body: address, app: 0).status == 200)
    }

    @Test("The best offer for which the customer is eligible is shown, and it is the one that is signed")
    func best() async throws {
        let (world, purchase) = try Self.world([
            Self.offer("one", .payAsYouGo, 4_990),
            Self.offer("three", .payAsYouGo, count: 3, 7_990),
            Self.offer("free", .free, count: 6, 0, isEligible: false),
            Self.offer("same", .payUpFront, count: 3, 23_970),
        ])
        let shown = try await Self.shown(world, purchase)
        #expect(shown.source == .appStoreConnect && shown.messageIdentifier == Self.message.id)
        // Three months save 6.00, one month saves 5.00, and the last offer saves as much as the second.
        #expect(shown.offerIdentifier == "three" && !shown.showsImage && shown.failure == .noRealtimeURL)
        try world.shop("anna", Shop.monthly) { $0.offer = shown.offerIdentifier }
        let redeemed = try #require(world.drainOutbox().last)
        #expect(redeemed.name == "OFFER_REDEEMED/-")
        #expect(redeemed.renewalInfoPayload?.offerType == .retention)
        #expect(redeemed.renewalInfoPayload?.offerIdentifier == "three")
        #expect(throws: WorldError.offerRefused("free")) {
            try world.shop("anna", Shop.monthly) { $0.offer = "free" }
        }
    }

    @Test("A customer in a free trial, and one without an eligible offer, is shown the image")
    func notEligible() async throws {
        let (trial, first) = try Self.world([Self.offer("one", .payAsYouGo, 4_990)], trial: true)
        let inTrial = try await Self.shown(trial, first)
        #expect(inTrial.source == .appStoreConnect && inTrial.offerIdentifier == nil && inTrial.showsImage)
        #expect(throws: WorldError.offerRefused("one")) {
            try trial.shop("anna", Shop.monthly) { $0.offer = "one" }
        }
        try trial.act(.renewNow, "anna", Shop.monthly)
        #expect(try await Self.shown(trial, first).offerIdentifier == "one", "The first month has been paid.")
        let (none, second) = try Self.world([Self.offer("one", .payAsYouGo, 4_990, isEligible: false)])
        let without = try await Self.shown(none, second)
        #expect(without.source == .appStoreConnect && without.offerIdentifier == nil && without.showsImage)
    }

    @Test("A promotional offer of the app's server needs the app's signature for this customer", arguments: [1, 2])
    func promotional(version: Int) async throws {
        let (world, purchase) = try Self.world([Self.offer("promo", .payAsYouGo, 4_990, kind: .promotional)])
        Self.connect(world)
        let ben = try world.buy(Shop.monthly, by: try world.customer("ben"))
        let key = try world.apiKey()
        let signer = OfferSigner(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: "com.example.shop"
        )
        func reply(_ offer: String, for transaction: String) throws -> RealtimeReply {
            var answer = RealtimeResponseBody.PromotionalOffer.with { $0.messageIdentifier = RetentionFixture.message }
            if version == 1 {
                answer.promotionalOfferSignatureV1 = try signer.promotionalOffer(offer, of: Shop.monthly)
            } else {
                let text = try signer.promotionalOfferJWS(offer, of: Shop.monthly, for: transaction)
                answer.promotionalOfferSignatureV2 = SignedData(text)
            }
            let body = RealtimeResponseBody.with { $0.promotionalOffer = answer }.json()
            return .answered(status: 200, body: body, milliseconds: 9)
        }
        let right = try await Self.shown(world, purchase, try reply("promo", for: purchase.transactionId))
        #expect(right.messageIdentifier == RetentionFixture.message && right.failure == nil)
        let unknown = try await Self.shown(world, purchase, try reply("other", for: purchase.transactionId))
        #expect(unknown.source == .appStoreConnect && unknown.failure == .promotionalOffer)
        guard version == 2 else { return }
        let foreign = try await Self.shown(world, purchase, try reply("promo", for: ben.transactionId))
        #expect(foreign.source == .appStoreConnect && foreign.failure == .promotionalOffer)
    }

    @Test("The control interface shows what the customer sees, and asks the app's server")
    func route() async throws {
        let (world, purchase) = try Self.world([Self.offer("one", .payAsYouGo, 4_990)])
        let body = RealtimeResponseBody.with { $0.message = .with { $0.messageIdentifier = RetentionFixture.message } }
        let address = "/_sim/v1/transactions/\(purchase.originalTransactionId)/retention-message?locale=de-DE"
        try await SimulatorServerTests.during(
            { ready in
                SimulatorServer(
                    worlds: Worlds(main: world) { 0 },
                    receiver: nil,
                    realtimeSender: { _, _ in .answered(status: 200, body: body.json(), milliseconds: 5) },
                    logger: SimulatorServerTests.quiet,
                    onReady: ready
                )
            },
            { caller in
                let first = try await caller.post(address)
                #expect(first.status == 200)
                #expect(try first.field("source") == "appStoreConnect")
                #expect(try first.field("offerIdentifier") == "one")
                #expect(try first.field("failure") == "noRealtimeURL")
                Self.connect(world)
                let second = try await caller.post(address)
                #expect(try second.field("source") == "realtime")
                #expect(try second.field("messageIdentifier") == RetentionFixture.message)
                #expect(try await caller.post("/_sim/v1/transactions/1/retention-message").status == 404)
            }
        )
    }
}

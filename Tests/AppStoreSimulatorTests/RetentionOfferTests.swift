import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionOfferTests {
    private static func reply(_ body: RealtimeResponseBody) -> RealtimeReply {
        .answered(status: 200, body: body.json(), milliseconds: 5)
    }

    private static func message(_ id: String) -> RealtimeReply {
        Self.reply(RealtimeResponseBody.with { $0.message = .with { $0.messageIdentifier = id } })
    }

    private static func fixture() throws -> RetentionFixture {
        var fixture = RetentionFixture()
        try fixture.uploadMessage()
        try fixture.uploadMessage(RetentionFixture.other)
        try fixture.configureDefault()
        return fixture
    }

    private static func offer(
        _ fixture: RetentionFixture,
        _ reply: RealtimeReply?,
        locale: String = "en-US",
        _ change: (inout RetentionChoices) -> Void = { _ in }
    ) -> RetentionOffer {
        var choices = RetentionChoices(product: Shop.monthly)
        choices.alternatives = [Shop.monthly: [], Shop.yearly: [.monthly]]
        change(&choices)
        return fixture.messaging.offer(after: reply, choices, locale: locale, at: fixture.now)
    }

    private static func product(_ id: String, plan: BillingPlanType? = nil) -> RealtimeReply {
        Self.reply(
            RealtimeResponseBody.with {
                $0.alternateProduct = .with {
                    $0.messageIdentifier = RetentionFixture.other
                    $0.productId = id
                    $0.billingPlanType = plan
                }
            }
        )
    }

    @Test("A valid response of the app's server is shown")
    func realtime() throws {
        let fixture = try Self.fixture()
        let offer = Self.offer(fixture, Self.message(RetentionFixture.other.uppercased()))
        #expect(offer.messageIdentifier == RetentionFixture.other && offer.failure == nil)
        guard case .realtime = offer.source else {
            Issue.record("The server's message is shown.")
            return
        }
        let product = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionFixture.other
            $0.productId = Shop.yearly
        }
        #expect(
            Self.offer(fixture, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = product })).failure == nil
        )
    }

    @Test("The default message is shown instead of an invalid response")
    func fallback() throws {
        var fixture = try Self.fixture()
        let unknown = "33333333-0000-4000-8000-000000000001"
        let foreign = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionFixture.other
            $0.productId = "news.weekly"
        }
        try fixture.messaging.decide(message: RetentionFixture.other, .rejected)
        let rejected = Self.offer(fixture, Self.message(RetentionFixture.other))
        try fixture.messaging.decide(message: RetentionFixture.other, .approved)
        let offers = [
            (rejected, RetentionOffer.Failure.message(RetentionFixture.other)),
            (Self.offer(fixture, nil), .noRealtimeURL),
            (Self.offer(fixture, .failed(.timedOut, milliseconds: 9000)), .endpoint(.timedOut)),
            (Self.offer(fixture, Self.message(unknown)), .message(unknown)),
            (
                Self.offer(fixture, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = foreign })),
                .product("news.weekly")
            ),
        ]
        for (offer, failure) in offers {
            #expect(offer.source == .defaultMessage && offer.messageIdentifier == RetentionFixture.message)
            #expect(offer.failure == failure)
        }
    }

    @Test("A message with an image is not shown with a product; without a default nothing is shown")
    func nothing() throws {
        var fixture = RetentionFixture()
        try fixture.uploadImage()
        try fixture.uploadMessage {
            $0.image = .with {
                $0.imageIdentifier = RetentionFixture.image
                $0.altText = "A beach"
            }
        }
        let product = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionFixture.message
            $0.productId = Shop.yearly
        }
        let offer = Self.offer(fixture, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = product }))
        #expect(offer.source == .nothing && offer.messageIdentifier == nil)
        #expect(offer.failure == .message(RetentionFixture.message))
        #expect(Self.offer(fixture, Self.message(RetentionFixture.message)).failure == nil)
    }

    @Test("The message of App Store Connect comes before the default message, and an offer replaces its image")
    func connect() throws {
        let fixture = try Self.fixture()
        let message = WorldRetentionMessage(
            id: "44444444-0000-4000-8000-00000000000A",
            header: "Stay",
            body: "New classes come next month.",
            hasImage: true
        )
        let late = RealtimeReply.answered(status: 200, body: [], milliseconds: 5_000)
        for (reply, failure) in [(nil, RetentionOffer.Failure.noRealtimeURL), (late, .endpoint(.timedOut))] {
            let plain = Self.offer(fixture, reply) { $0.message = message }
            #expect(plain.source == .appStoreConnect && plain.messageIdentifier == message.id)
            #expect(plain.offerIdentifier == nil && plain.showsImage && plain.failure == failure)
            let offer = Self.offer(fixture, reply) {
                $0.message = message
                $0.offer = "stay"
            }
            #expect(offer.source == .appStoreConnect && offer.offerIdentifier == "stay" && !offer.showsImage)
        }
        let unused = Self.offer(fixture, late) { $0.offer = "stay" }
        #expect(unused.source == .defaultMessage && unused.offerIdentifier == nil, "An offer needs a message.")
        let chosen = Self.offer(fixture, Self.message(message.id.uppercased())) {
            $0.message = message
            $0.offer = "stay"
        }
        guard case .realtime = chosen.source else {
            Issue.record("The server can choose the message of App Store Connect.")
            return
        }
        #expect(chosen.offerIdentifier == "stay" && chosen.failure == nil)
        let other = Self.offer(fixture, Self.message(RetentionFixture.other)) { $0.message = message }
        #expect(other.messageIdentifier == RetentionFixture.other && other.failure == nil)
    }

    @Test("A response can name a billing plan that the product has, and that the customer does not have already")
    func plans() throws {
        let fixture = try Self.fixture()
        #expect(Self.offer(fixture, Self.product(Shop.yearly, plan: .monthly)).failure == nil)
        #expect(
            Self.offer(fixture, Self.product(Shop.yearly, plan: .billedUpfront)).failure == .product(Shop.yearly)
        )
        #expect(Self.offer(fixture, Self.product(Shop.monthly)).failure == .product(Shop.monthly))
        let same = Self.offer(fixture, Self.product(Shop.monthly, plan: .monthly)) {
            $0.alternatives[Shop.monthly] = [.monthly]
        }
        #expect(same.failure == nil)
    }
}

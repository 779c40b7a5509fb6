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
        locale: String = "en-US"
    ) -> RetentionOffer {
        fixture.messaging.offer(
            after: reply,
            product: Shop.monthly,
            siblings: [Shop.yearly],
            locale: locale,
            at: fixture.now
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
}

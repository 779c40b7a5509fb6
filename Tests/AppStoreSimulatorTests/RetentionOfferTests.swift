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

    private static func books() throws -> RetentionBooks {
        var books = RetentionBooks()
        try books.uploadMessage()
        try books.uploadMessage(RetentionBooks.other)
        try books.configureDefault()
        return books
    }

    private static func offer(
        _ books: RetentionBooks,
        _ reply: RealtimeReply?,
        locale: String = "en-US"
    ) -> RetentionOffer {
        books.desk.offer(
            after: reply,
            product: Shop.monthly,
            siblings: [Shop.yearly],
            locale: locale,
            at: books.now
        )
    }

    @Test("What the app's server says is shown when it can be")
    func realtime() throws {
        let books = try Self.books()
        let offer = Self.offer(books, Self.message(RetentionBooks.other.uppercased()))
        #expect(offer.messageIdentifier == RetentionBooks.other && offer.failure == nil)
        guard case .realtime = offer.source else {
            Issue.record("The server's message is shown.")
            return
        }
        let product = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionBooks.other
            $0.productId = Shop.yearly
        }
        #expect(
            Self.offer(books, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = product })).failure == nil
        )
    }

    @Test("What it says and cannot be shown gives way to the default message")
    func fallback() throws {
        var books = try Self.books()
        let unknown = "33333333-0000-4000-8000-000000000001"
        let foreign = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionBooks.other
            $0.productId = "news.weekly"
        }
        try books.desk.decide(message: RetentionBooks.other, .rejected)
        let rejected = Self.offer(books, Self.message(RetentionBooks.other))
        try books.desk.decide(message: RetentionBooks.other, .approved)
        let offers = [
            (rejected, RetentionOffer.Failure.message(RetentionBooks.other)),
            (Self.offer(books, nil), .noRealtimeURL),
            (Self.offer(books, .failed(.timedOut, milliseconds: 9000)), .endpoint(.timedOut)),
            (Self.offer(books, Self.message(unknown)), .message(unknown)),
            (
                Self.offer(books, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = foreign })),
                .product("news.weekly")
            ),
        ]
        for (offer, failure) in offers {
            #expect(offer.source == .defaultMessage && offer.messageIdentifier == RetentionBooks.message)
            #expect(offer.failure == failure)
        }
    }

    @Test("A message with an image is not shown with a product; without a default nothing is shown")
    func nothing() throws {
        var books = RetentionBooks()
        try books.uploadImage()
        try books.uploadMessage {
            $0.image = .with {
                $0.imageIdentifier = RetentionBooks.image
                $0.altText = "A beach"
            }
        }
        let product = RealtimeResponseBody.AlternateProduct.with {
            $0.messageIdentifier = RetentionBooks.message
            $0.productId = Shop.yearly
        }
        let offer = Self.offer(books, Self.reply(RealtimeResponseBody.with { $0.alternateProduct = product }))
        #expect(offer.source == .nothing && offer.messageIdentifier == nil)
        #expect(offer.failure == .message(RetentionBooks.message))
        #expect(Self.offer(books, Self.message(RetentionBooks.message)).failure == nil)
    }
}

import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionMessagingTests {
    @Test("Images and messages are listed in the order they came, with their states and sizes")
    func lists() throws {
        var fixture = RetentionFixture()
        try fixture.uploadImage()
        try fixture.uploadImage(
            RetentionFixture.bullet,
            RetentionPicture(width: 128, height: 128).bytes,
            size: "BULLET_POINT"
        )
        try fixture.uploadMessage(RetentionFixture.other)
        try fixture.uploadMessage()
        let images = fixture.messaging.imageList(at: fixture.now).imageIdentifiers ?? []
        #expect(images.map(\.imageIdentifier) == [RetentionFixture.image, RetentionFixture.bullet])
        #expect(images.map(\.imageSize) == [.fullSize, .bulletPoint])
        #expect(images.map(\.imageState) == [.approved, .approved])
        let messages = fixture.messaging.messageList(at: fixture.now).messageIdentifiers ?? []
        #expect(messages.map(\.messageIdentifier) == [RetentionFixture.other, RetentionFixture.message])
    }

    @Test("Review is at once, after a while, or by hand, as the switch says")
    func review() throws {
        func state(_ fixture: RetentionFixture) -> MessageState? {
            fixture.messaging.messageList(at: fixture.now).messageIdentifiers?.first?.messageState
        }
        var production = RetentionFixture(.production)
        try production.uploadMessage()
        #expect(state(production) == .pending)
        production.now += 86_400_000 - 1
        #expect(state(production) == .pending)
        production.now += 1
        #expect(state(production) == .approved)
        var byHand = RetentionFixture(.sandbox) { $0.review = .byHand }
        try byHand.uploadMessage()
        byHand.now += 1_000_000_000
        #expect(state(byHand) == .pending)
        try byHand.messaging.decide(message: RetentionFixture.message, .rejected)
        #expect(state(byHand) == .rejected)
    }

    @Test("A default message can be set, replaced, read with its locale in any case, and deleted")
    func defaults() throws {
        var fixture = RetentionFixture()
        try fixture.uploadMessage()
        try fixture.uploadMessage(RetentionFixture.other)
        try fixture.configureDefault()
        try fixture.configureDefault(RetentionFixture.other)
        let answer = try fixture.messaging.defaultMessage(product: Shop.monthly, locale: "en-us")
        #expect(answer.messageIdentifier == RetentionFixture.other)
        #expect(throws: RetentionError.defaultMessageNotFound) {
            try fixture.messaging.defaultMessage(product: Shop.monthly, locale: "fr")
        }
        try fixture.messaging.deleteDefault(product: Shop.monthly, locale: "en-US")
        #expect(throws: RetentionError.defaultMessageNotFound) {
            try fixture.messaging.defaultMessage(product: Shop.monthly, locale: "en-US")
        }
    }

    @Test("A deleted message is no longer a default message and no longer uses its images")
    func deletion() throws {
        var fixture = RetentionFixture()
        try fixture.uploadImage()
        try fixture.uploadMessage {
            $0.image = .with {
                $0.imageIdentifier = RetentionFixture.image.uppercased()
                $0.altText = "A beach"
            }
            $0.headerPosition = .aboveImage
        }
        try fixture.configureDefault()
        #expect(throws: RetentionError.imageInUse) { try fixture.messaging.deleteImage(RetentionFixture.image) }
        try fixture.messaging.deleteMessage(RetentionFixture.message)
        try fixture.messaging.deleteImage(RetentionFixture.image)
        #expect(fixture.messaging.imageList(at: fixture.now).imageIdentifiers == [])
        #expect(fixture.messaging.messageList(at: fixture.now).messageIdentifiers == [])
        #expect(throws: RetentionError.defaultMessageNotFound) {
            try fixture.messaging.defaultMessage(product: Shop.monthly, locale: "en-US")
        }
    }

    @Test("A realtime URL can be set, replaced, read and deleted")
    func realtimeURL() throws {
        var fixture = RetentionFixture()
        try fixture.configureURL("http://127.0.0.1:8080/apple/shop/retention")
        try fixture.configureURL()
        #expect(try fixture.messaging.realtimeURLAnswer().realtimeURL == RetentionFixture.address)
        try fixture.messaging.deleteRealtimeURL()
        #expect(throws: RetentionError.realtimeURLNotFound) { try fixture.messaging.realtimeURLAnswer() }
    }

    @Test("An address whose test has passed can be used in production, and no other")
    func production() throws {
        var fixture = RetentionFixture(.production)
        fixture.messaging.notePassedTest(of: RetentionFixture.address)
        try fixture.configureURL()
        #expect(throws: RetentionError.noPassingTest) { try fixture.configureURL(RetentionFixture.address + "/2") }
        #expect(fixture.messaging.realtimeURL == RetentionFixture.address)
    }

    @Test("Pictures at the edges of what is allowed are taken", arguments: [160, 2160])
    func edges(height: Int) throws {
        var fixture = RetentionFixture()
        try fixture.uploadImage(RetentionFixture.image, RetentionPicture(height: height, between: ["gAMA"]).bytes)
        #expect(fixture.messaging.imageList(at: fixture.now).imageIdentifiers?.count == 1)
    }

    @Test(
        "What is no PNG without transparency in the right size is refused",
        arguments: [
            [], Array("GIF89a".utf8), Array(RetentionPicture().bytes.dropLast()), RetentionPicture().bytes + [0],
            Array(RetentionPicture().bytes.prefix(33)), RetentionPicture(width: 3839).bytes,
            RetentionPicture(height: 159).bytes, RetentionPicture(height: 2161).bytes,
            RetentionPicture(colorType: 6).bytes, RetentionPicture(colorType: 4).bytes,
            RetentionPicture(between: ["tRNS"]).bytes,
        ] as [[UInt8]]
    )
    func pictures(bytes: [UInt8]) {
        var fixture = RetentionFixture()
        #expect(throws: RetentionError.invalidImage) { try fixture.uploadImage(RetentionFixture.image, bytes) }
        #expect(fixture.messaging.imageList(at: fixture.now).imageIdentifiers == [])
    }

    @Test("Texts of the maximum length are accepted", arguments: [(66, 144)])
    func lengths(header: Int, body: Int) throws {
        var fixture = RetentionFixture()
        try fixture.uploadMessage {
            $0.header = String(repeating: "ä", count: header)
            $0.body = String(repeating: "日", count: body)
        }
        #expect(fixture.messaging.messageList(at: fixture.now).messageIdentifiers?.count == 1)
    }

    @Test("Valid locales are accepted", arguments: ["de", "en-US", "zh-Hant", "zh-Hans-CN", "fil", "en_GB"])
    func locales(locale: String) throws {
        var fixture = RetentionFixture()
        try fixture.uploadMessage()
        try fixture.configureDefault(locale: locale)
        for wrong in ["", "e", "english", "en-USA-x", "en US", "12"] {
            #expect(throws: RetentionError.invalidLocale) { try fixture.configureDefault(locale: wrong) }
        }
    }
}

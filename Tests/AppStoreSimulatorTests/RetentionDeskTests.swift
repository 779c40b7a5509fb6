import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionDeskTests {
    @Test("Images and messages are listed in the order they came, with their states and sizes")
    func lists() throws {
        var books = RetentionBooks()
        try books.uploadImage()
        try books.uploadImage(
            RetentionBooks.bullet,
            RetentionPicture(width: 128, height: 128).bytes,
            size: "BULLET_POINT"
        )
        try books.uploadMessage(RetentionBooks.other)
        try books.uploadMessage()
        let images = books.desk.imageList(at: books.now).imageIdentifiers ?? []
        #expect(images.map(\.imageIdentifier) == [RetentionBooks.image, RetentionBooks.bullet])
        #expect(images.map(\.imageSize) == [.fullSize, .bulletPoint])
        #expect(images.map(\.imageState) == [.approved, .approved])
        let messages = books.desk.messageList(at: books.now).messageIdentifiers ?? []
        #expect(messages.map(\.messageIdentifier) == [RetentionBooks.other, RetentionBooks.message])
    }

    @Test("Review is at once, after a while, or by hand, as the switch says")
    func review() throws {
        func state(_ books: RetentionBooks) -> MessageState? {
            books.desk.messageList(at: books.now).messageIdentifiers?.first?.messageState
        }
        var production = RetentionBooks(.production)
        try production.uploadMessage()
        #expect(state(production) == .pending)
        production.now += 86_400_000 - 1
        #expect(state(production) == .pending)
        production.now += 1
        #expect(state(production) == .approved)
        var byHand = RetentionBooks(.sandbox) { $0.review = .byHand }
        try byHand.uploadMessage()
        byHand.now += 1_000_000_000
        #expect(state(byHand) == .pending)
        try byHand.desk.decide(message: RetentionBooks.message, .rejected)
        #expect(state(byHand) == .rejected)
    }

    @Test("A default message can be set, replaced, read in any case of its locale, and taken back")
    func defaults() throws {
        var books = RetentionBooks()
        try books.uploadMessage()
        try books.uploadMessage(RetentionBooks.other)
        try books.configureDefault()
        try books.configureDefault(RetentionBooks.other)
        let answer = try books.desk.defaultMessage(product: Shop.monthly, locale: "en-us")
        #expect(answer.messageIdentifier == RetentionBooks.other)
        #expect(throws: RetentionFault.defaultMessageNotFound) {
            try books.desk.defaultMessage(product: Shop.monthly, locale: "fr")
        }
        try books.desk.deleteDefault(product: Shop.monthly, locale: "en-US")
        #expect(throws: RetentionFault.defaultMessageNotFound) {
            try books.desk.defaultMessage(product: Shop.monthly, locale: "en-US")
        }
    }

    @Test("A message that is deleted is no default any more, and sets its images free")
    func deletion() throws {
        var books = RetentionBooks()
        try books.uploadImage()
        try books.uploadMessage {
            $0.image = .with {
                $0.imageIdentifier = RetentionBooks.image.uppercased()
                $0.altText = "A beach"
            }
            $0.headerPosition = .aboveImage
        }
        try books.configureDefault()
        #expect(throws: RetentionFault.imageInUse) { try books.desk.deleteImage(RetentionBooks.image) }
        try books.desk.deleteMessage(RetentionBooks.message)
        try books.desk.deleteImage(RetentionBooks.image)
        #expect(books.desk.imageList(at: books.now).imageIdentifiers == [])
        #expect(books.desk.messageList(at: books.now).messageIdentifiers == [])
        #expect(throws: RetentionFault.defaultMessageNotFound) {
            try books.desk.defaultMessage(product: Shop.monthly, locale: "en-US")
        }
    }

    @Test("A realtime address can be set, replaced, read and taken back")
    func realtimeURL() throws {
        var books = RetentionBooks()
        try books.configureURL("http://127.0.0.1:8080/apple/shop/retention")
        try books.configureURL()
        #expect(try books.desk.realtimeURLAnswer().realtimeURL == RetentionBooks.address)
        try books.desk.deleteRealtimeURL()
        #expect(throws: RetentionFault.realtimeURLNotFound) { try books.desk.realtimeURLAnswer() }
    }

    @Test("An address whose test has passed can be used in production, and no other")
    func production() throws {
        var books = RetentionBooks(.production)
        books.desk.notePassedTest(of: RetentionBooks.address)
        try books.configureURL()
        #expect(throws: RetentionFault.noPassingTest) { try books.configureURL(RetentionBooks.address + "/2") }
        #expect(books.desk.realtimeURL == RetentionBooks.address)
    }

    @Test("Pictures at the edges of what is allowed are taken", arguments: [160, 2160])
    func edges(height: Int) throws {
        var books = RetentionBooks()
        try books.uploadImage(RetentionBooks.image, RetentionPicture(height: height, between: ["gAMA"]).bytes)
        #expect(books.desk.imageList(at: books.now).imageIdentifiers?.count == 1)
    }

    @Test(
        "What is no PNG without transparency in the right size is refused",
        arguments: [
            [], Array("GIF89a".utf8), Array(RetentionPicture().bytes.dropLast()), RetentionPicture().bytes + [0],
            Array(RetentionPicture().bytes.prefix(33)), RetentionPicture(width: 3839).bytes,
            RetentionPicture(height: 159).bytes, RetentionPicture(height: 2161).bytes,
            RetentionPicture(colourType: 6).bytes, RetentionPicture(colourType: 4).bytes,
            RetentionPicture(between: ["tRNS"]).bytes,
        ] as [[UInt8]]
    )
    func pictures(bytes: [UInt8]) {
        var books = RetentionBooks()
        #expect(throws: RetentionFault.invalidImage) { try books.uploadImage(RetentionBooks.image, bytes) }
        #expect(books.desk.imageList(at: books.now).imageIdentifiers == [])
    }

    @Test("Texts may be as long as they may be", arguments: [(66, 144)])
    func lengths(header: Int, body: Int) throws {
        var books = RetentionBooks()
        try books.uploadMessage {
            $0.header = String(repeating: "ä", count: header)
            $0.body = String(repeating: "日", count: body)
        }
        #expect(books.desk.messageList(at: books.now).messageIdentifiers?.count == 1)
    }

    @Test("Locales are told from what is none", arguments: ["de", "en-US", "zh-Hant", "zh-Hans-CN", "fil", "en_GB"])
    func locales(locale: String) throws {
        var books = RetentionBooks()
        try books.uploadMessage()
        try books.configureDefault(locale: locale)
        for wrong in ["", "e", "english", "en-USA-x", "en US", "12"] {
            #expect(throws: RetentionFault.invalidLocale) { try books.configureDefault(locale: wrong) }
        }
    }
}

import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionErrorTests {
    @Test("Each refusal about images has its code", arguments: RetentionErrorCase.images)
    func images(story: RetentionErrorCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about messages has its code", arguments: RetentionErrorCase.messages)
    func messages(story: RetentionErrorCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about default messages has its code", arguments: RetentionErrorCase.defaults)
    func defaults(story: RetentionErrorCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about realtime addresses and their tests has its code", arguments: RetentionErrorCase.realtime)
    func realtime(story: RetentionErrorCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("The tables above reach every code that is not about finding a transaction")
    func complete() {
        let tables = [
            RetentionErrorCase.images, RetentionErrorCase.messages, RetentionErrorCase.defaults,
            RetentionErrorCase.realtime,
        ]
        let aboutTransactions: Set<RetentionError> = [
            .invalidTransactionId, .appTransactionIdNotSupported, .familyTransactionNotSupported,
            .notOriginalTransactionId, .originalTransactionIdNotFound,
        ]
        let reached = Set(tables.joined().map(\.expected))
        #expect(reached == Set(RetentionError.allCases).subtracting(aboutTransactions))
    }

    @Test("A code begins with its HTTP status", arguments: RetentionError.allCases)
    func status(fault: RetentionError) {
        #expect([400, 403, 404, 409].contains(fault.status))
        #expect(!fault.message.isEmpty)
    }
}

/// A story that ends with a request that is refused for this reason.
struct RetentionErrorCase: Sendable, CustomTestStringConvertible {
    let expected: RetentionError
    let play: @Sendable () throws -> Void

    /// A story that begins with an app that has uploaded nothing.
    init(
        _ expected: RetentionError,
        _ environment: WorldEnvironment = .sandbox,
        play: @escaping @Sendable (inout RetentionFixture) throws -> Void
    ) {
        self.expected = expected
        self.play = {
            var fixture = RetentionFixture(environment)
            try play(&fixture)
        }
    }

    var testDescription: String { "\(self.expected)" }

    static let images: [RetentionErrorCase] = [
        RetentionErrorCase(.badRequest) { try $0.uploadImage("no-uuid") },
        RetentionErrorCase(.invalidImage) { try $0.uploadImage(RetentionFixture.image, [1, 2, 3]) },
        RetentionErrorCase(.badImageSize) { try $0.uploadImage(size: "HUGE") },
        RetentionErrorCase(.imageAlreadyExists) {
            try $0.uploadImage()
            try $0.uploadImage(RetentionFixture.image.uppercased())
        },
        RetentionErrorCase(.tooManyImages) {
            $0.messaging.behavior.imageLimit = 1
            try $0.uploadImage()
            try $0.uploadImage(RetentionFixture.bullet)
        },
        RetentionErrorCase(.imageNotFound) { try $0.messaging.deleteImage(RetentionFixture.image) },
        RetentionErrorCase(.imageInUse) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture() }
            try $0.messaging.deleteImage(RetentionFixture.image)
        },
    ]

    static let messages: [RetentionErrorCase] = [
        RetentionErrorCase(.badRequest) { try $0.uploadMessage { $0.body = nil } },
        RetentionErrorCase(.badRequest) { try $0.uploadMessage("no-uuid") },
        RetentionErrorCase(.badRequest) {
            try $0.messaging.uploadMessage([], as: RetentionFixture.message, at: $0.now)
        },
        RetentionErrorCase(.badRequest) {
            try $0.uploadMessage { $0.headerPosition = HeaderPosition(rawValue: "BELOW") }
        },
        RetentionErrorCase(.headerTooLong) { try $0.uploadMessage { $0.header = Self.letters(67) } },
        RetentionErrorCase(.bodyTooLong) { try $0.uploadMessage { $0.body = Self.letters(145) } },
        RetentionErrorCase(.altTextTooLong) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture(altText: Self.letters(151)) }
        },
        RetentionErrorCase(.imageNotFound) { try $0.uploadMessage { $0.image = Self.picture() } },
        RetentionErrorCase(.badImageSize) {
            try $0.uploadImage(RetentionFixture.image, size: "BULLET_POINT")
            try $0.uploadMessage { $0.image = Self.picture() }
        },
        RetentionErrorCase(.tooManyBulletPoints) {
            try $0.uploadImage(RetentionFixture.bullet, size: "BULLET_POINT")
            try $0.uploadMessage { $0.bulletPoints = (0..<6).map { _ in Self.point() } }
        },
        RetentionErrorCase(.bulletPointTextTooLong) {
            try $0.uploadMessage { $0.bulletPoints = [Self.point(text: Self.letters(67))] }
        },
        RetentionErrorCase(.aboveImageNeedsImage) { try $0.uploadMessage { $0.headerPosition = .aboveImage } },
        RetentionErrorCase(.messageAlreadyExists) {
            try $0.uploadMessage()
            try $0.uploadMessage()
        },
        RetentionErrorCase(.tooManyMessages) {
            $0.messaging.behavior.messageLimit = 1
            try $0.uploadMessage()
            try $0.uploadMessage(RetentionFixture.other)
        },
        RetentionErrorCase(.messageNotFound) { try $0.messaging.deleteMessage(RetentionFixture.message) },
    ]

    static let defaults: [RetentionErrorCase] = [
        RetentionErrorCase(.invalidProductId) {
            try $0.uploadMessage()
            try $0.configureDefault(isSubscription: false)
        },
        RetentionErrorCase(.invalidLocale) {
            try $0.uploadMessage()
            try $0.configureDefault(locale: "english")
        },
        RetentionErrorCase(.messageNotFound) { try $0.configureDefault() },
        RetentionErrorCase(.messageNotApproved, .production) {
            try $0.uploadMessage()
            try $0.configureDefault()
        },
        RetentionErrorCase(.imageNotApproved) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture() }
            try $0.messaging.decide(image: RetentionFixture.image, .rejected)
            try $0.configureDefault()
        },
        RetentionErrorCase(.defaultMessageNotFound) {
            try $0.messaging.deleteDefault(product: Shop.monthly, locale: "de")
        },
        RetentionErrorCase(.invalidLocale) { try $0.messaging.deleteDefault(product: Shop.monthly, locale: "7") },
    ]

    static let realtime: [RetentionErrorCase] = [
        RetentionErrorCase(.badRealtimeURL) { try $0.configureURL("not an address") },
        RetentionErrorCase(.badRealtimeURL) { try $0.configureURL("ftp://shop.example.com") },
        RetentionErrorCase(.badRealtimeURL) { try $0.configureURL("https://" + Self.letters(249)) },
        RetentionErrorCase(.badRealtimeURL) {
            $0.messaging.behavior.acceptsPlainURLs = false
            try $0.configureURL("http://127.0.0.1/")
        },
        RetentionErrorCase(.noPassingTest, .production) { try $0.configureURL() },
        RetentionErrorCase(.realtimeURLNotFound) { try $0.messaging.deleteRealtimeURL() },
        RetentionErrorCase(.realtimeURLNotFound) {
            _ = try $0.messaging.planTest(for: RetentionFixture.subject, at: $0.now)
        },
        RetentionErrorCase(.invalidPerformanceTestRequest) { _ in
            _ = try RetentionMessaging.testTransaction(Array("{}".utf8))
        },
        RetentionErrorCase(.invalidPerformanceTestRequest, .production) {
            _ = try $0.messaging.planTest(for: RetentionFixture.subject, at: $0.now)
        },
        RetentionErrorCase(.existingPerformanceTestRun) {
            try $0.configureURL()
            _ = try $0.messaging.planTest(for: RetentionFixture.subject, at: $0.now)
            _ = try $0.messaging.planTest(for: RetentionFixture.subject, at: $0.now)
        },
        RetentionErrorCase(.invalidRequestId) { _ = try $0.messaging.testResult("7") },
        RetentionErrorCase(.performanceTestNotFound) { _ = try $0.messaging.testResult(RetentionFixture.message) },
    ]

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func picture(altText: String = "A beach") -> UploadMessageImage {
        UploadMessageImage.with {
            $0.imageIdentifier = RetentionFixture.image
            $0.altText = altText
        }
    }

    private static func point(text: String = "More") -> BulletPoint {
        BulletPoint.with {
            $0.text = text
            $0.imageIdentifier = RetentionFixture.bullet
            $0.altText = "A star"
        }
    }
}

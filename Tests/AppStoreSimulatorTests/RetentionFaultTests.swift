import AppStore
import AppStoreSimulator
import Testing

@Suite struct RetentionFaultTests {
    @Test("Each refusal about images has its code", arguments: RetentionFaultCase.images)
    func images(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about messages has its code", arguments: RetentionFaultCase.messages)
    func messages(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about default messages has its code", arguments: RetentionFaultCase.defaults)
    func defaults(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("Each refusal about realtime addresses and their tests has its code", arguments: RetentionFaultCase.realtime)
    func realtime(story: RetentionFaultCase) {
        #expect(throws: story.expected) { try story.play() }
    }

    @Test("The tables above reach every code that is not about finding a transaction")
    func complete() {
        let tables = [
            RetentionFaultCase.images, RetentionFaultCase.messages, RetentionFaultCase.defaults,
            RetentionFaultCase.realtime,
        ]
        let aboutTransactions: Set<RetentionFault> = [
            .invalidTransactionId, .appTransactionIdNotSupported, .familyTransactionNotSupported,
            .notOriginalTransactionId, .originalTransactionIdNotFound,
        ]
        let reached = Set(tables.joined().map(\.expected))
        #expect(reached == Set(RetentionFault.allCases).subtracting(aboutTransactions))
    }

    @Test("A code begins with its HTTP status", arguments: RetentionFault.allCases)
    func status(fault: RetentionFault) {
        #expect([400, 403, 404, 409].contains(fault.status))
        #expect(!fault.message.isEmpty)
    }
}

/// A story that ends with a request that is refused for this reason.
struct RetentionFaultCase: Sendable, CustomTestStringConvertible {
    let expected: RetentionFault
    let play: @Sendable () throws -> Void

    /// A story that begins with an app that has uploaded nothing.
    init(
        _ expected: RetentionFault,
        _ environment: WorldEnvironment = .sandbox,
        play: @escaping @Sendable (inout RetentionBooks) throws -> Void
    ) {
        self.expected = expected
        self.play = {
            var books = RetentionBooks(environment)
            try play(&books)
        }
    }

    var testDescription: String { "\(self.expected)" }

    static let images: [RetentionFaultCase] = [
        RetentionFaultCase(.badRequest) { try $0.uploadImage("no-uuid") },
        RetentionFaultCase(.invalidImage) { try $0.uploadImage(RetentionBooks.image, [1, 2, 3]) },
        RetentionFaultCase(.badImageSize) { try $0.uploadImage(size: "HUGE") },
        RetentionFaultCase(.imageAlreadyExists) {
            try $0.uploadImage()
            try $0.uploadImage(RetentionBooks.image.uppercased())
        },
        RetentionFaultCase(.tooManyImages) {
            $0.desk.conduct.imageLimit = 1
            try $0.uploadImage()
            try $0.uploadImage(RetentionBooks.bullet)
        },
        RetentionFaultCase(.imageNotFound) { try $0.desk.deleteImage(RetentionBooks.image) },
        RetentionFaultCase(.imageInUse) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture() }
            try $0.desk.deleteImage(RetentionBooks.image)
        },
    ]

    static let messages: [RetentionFaultCase] = [
        RetentionFaultCase(.badRequest) { try $0.uploadMessage { $0.body = nil } },
        RetentionFaultCase(.badRequest) { try $0.uploadMessage("no-uuid") },
        RetentionFaultCase(.badRequest) { try $0.desk.uploadMessage([], as: RetentionBooks.message, at: $0.now) },
        RetentionFaultCase(.badRequest) {
            try $0.uploadMessage { $0.headerPosition = HeaderPosition(rawValue: "BELOW") }
        },
        RetentionFaultCase(.headerTooLong) { try $0.uploadMessage { $0.header = Self.letters(67) } },
        RetentionFaultCase(.bodyTooLong) { try $0.uploadMessage { $0.body = Self.letters(145) } },
        RetentionFaultCase(.altTextTooLong) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture(altText: Self.letters(151)) }
        },
        RetentionFaultCase(.imageNotFound) { try $0.uploadMessage { $0.image = Self.picture() } },
        RetentionFaultCase(.badImageSize) {
            try $0.uploadImage(RetentionBooks.image, size: "BULLET_POINT")
            try $0.uploadMessage { $0.image = Self.picture() }
        },
        RetentionFaultCase(.tooManyBulletPoints) {
            try $0.uploadImage(RetentionBooks.bullet, size: "BULLET_POINT")
            try $0.uploadMessage { $0.bulletPoints = (0..<6).map { _ in Self.point() } }
        },
        RetentionFaultCase(.bulletPointTextTooLong) {
            try $0.uploadMessage { $0.bulletPoints = [Self.point(text: Self.letters(67))] }
        },
        RetentionFaultCase(.aboveImageNeedsImage) { try $0.uploadMessage { $0.headerPosition = .aboveImage } },
        RetentionFaultCase(.messageAlreadyExists) {
            try $0.uploadMessage()
            try $0.uploadMessage()
        },
        RetentionFaultCase(.tooManyMessages) {
            $0.desk.conduct.messageLimit = 1
            try $0.uploadMessage()
            try $0.uploadMessage(RetentionBooks.other)
        },
        RetentionFaultCase(.messageNotFound) { try $0.desk.deleteMessage(RetentionBooks.message) },
    ]

    static let defaults: [RetentionFaultCase] = [
        RetentionFaultCase(.invalidProductId) {
            try $0.uploadMessage()
            try $0.configureDefault(isSubscription: false)
        },
        RetentionFaultCase(.invalidLocale) {
            try $0.uploadMessage()
            try $0.configureDefault(locale: "english")
        },
        RetentionFaultCase(.messageNotFound) { try $0.configureDefault() },
        RetentionFaultCase(.messageNotApproved, .production) {
            try $0.uploadMessage()
            try $0.configureDefault()
        },
        RetentionFaultCase(.imageNotApproved) {
            try $0.uploadImage()
            try $0.uploadMessage { $0.image = Self.picture() }
            try $0.desk.decide(image: RetentionBooks.image, .rejected)
            try $0.configureDefault()
        },
        RetentionFaultCase(.defaultMessageNotFound) {
            try $0.desk.deleteDefault(product: Shop.monthly, locale: "de")
        },
        RetentionFaultCase(.invalidLocale) { try $0.desk.deleteDefault(product: Shop.monthly, locale: "7") },
    ]

    static let realtime: [RetentionFaultCase] = [
        RetentionFaultCase(.badRealtimeURL) { try $0.configureURL("not an address") },
        RetentionFaultCase(.badRealtimeURL) { try $0.configureURL("ftp://shop.example.com") },
        RetentionFaultCase(.badRealtimeURL) { try $0.configureURL("https://" + Self.letters(249)) },
        RetentionFaultCase(.badRealtimeURL) {
            $0.desk.conduct.acceptsPlainURLs = false
            try $0.configureURL("http://127.0.0.1/")
        },
        RetentionFaultCase(.noPassingTest, .production) { try $0.configureURL() },
        RetentionFaultCase(.realtimeURLNotFound) { try $0.desk.deleteRealtimeURL() },
        RetentionFaultCase(.realtimeURLNotFound) { _ = try $0.desk.planTest(for: RetentionBooks.subject, at: $0.now) },
        RetentionFaultCase(.invalidPerformanceTestRequest) { _ in
            _ = try RetentionDesk.testTransaction(Array("{}".utf8))
        },
        RetentionFaultCase(.invalidPerformanceTestRequest, .production) {
            _ = try $0.desk.planTest(for: RetentionBooks.subject, at: $0.now)
        },
        RetentionFaultCase(.existingPerformanceTestRun) {
            try $0.configureURL()
            _ = try $0.desk.planTest(for: RetentionBooks.subject, at: $0.now)
            _ = try $0.desk.planTest(for: RetentionBooks.subject, at: $0.now)
        },
        RetentionFaultCase(.invalidRequestId) { _ = try $0.desk.testResult("7") },
        RetentionFaultCase(.performanceTestNotFound) { _ = try $0.desk.testResult(RetentionBooks.message) },
    ]

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func picture(altText: String = "A beach") -> UploadMessageImage {
        UploadMessageImage.with {
            $0.imageIdentifier = RetentionBooks.image
            $0.altText = altText
        }
    }

    private static func point(text: String = "More") -> BulletPoint {
        BulletPoint.with {
            $0.text = text
            $0.imageIdentifier = RetentionBooks.bullet
            $0.altText = "A star"
        }
    }
}

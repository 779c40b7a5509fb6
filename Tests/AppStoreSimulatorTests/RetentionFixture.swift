import AppStore
import AppStoreSimulator

/// An app with retention messages: the fixture of their tests.
struct RetentionFixture {
    static let image = "11111111-0000-4000-8000-000000000001"
    static let bullet = "11111111-0000-4000-8000-000000000002"
    static let message = "22222222-0000-4000-8000-000000000001"
    static let other = "22222222-0000-4000-8000-000000000002"
    static let address = "https://shop.example.com/retention"
    static let subject = RetentionSubject(
        originalTransactionId: "2000000000000001",
        productId: Shop.monthly,
        appAppleId: 1_234_567_890,
        environment: .sandbox
    )

    /// The store's side.
    var messaging: RetentionMessaging
    /// The world's instant.
    var now: Int64 = Shop.opening.milliseconds

    /// Creates an app without uploads.
    init(_ environment: WorldEnvironment = .sandbox, _ change: (inout RetentionBehavior) -> Void = { _ in }) {
        var behavior = RetentionBehavior(environment: environment)
        change(&behavior)
        self.messaging = RetentionMessaging(behavior: behavior, seed: 7)
    }

    /// Uploads a full-size image that is as it must be.
    mutating func uploadImage(
        _ id: String = Self.image,
        _ bytes: [UInt8] = RetentionPicture().bytes,
        size: String? = nil
    ) throws(RetentionError) {
        try self.messaging.uploadImage(bytes, as: id, size: size, at: self.now)
    }

    /// Uploads a message of a header and a body, with something changed.
    mutating func uploadMessage(
        _ id: String = Self.message,
        _ change: (inout UploadMessageRequestBody) -> Void = { _ in }
    ) throws(RetentionError) {
        var body = UploadMessageRequestBody.with {
            $0.header = "Stay"
            $0.body = "There is more to come."
        }
        change(&body)
        try self.messaging.uploadMessage(body.json(), as: id, at: self.now)
    }

    /// Configures a message as the default of a product.
    mutating func configureDefault(
        _ id: String = Self.message,
        locale: String = "en-US",
        isSubscription: Bool = true
    ) throws(RetentionError) {
        try self.messaging.configureDefault(
            DefaultConfigurationRequest.with { $0.messageIdentifier = id }.json(),
            product: Shop.monthly,
            locale: locale,
            isSubscription: isSubscription,
            at: self.now
        )
    }

    /// Configures the realtime URL.
    mutating func configureURL(_ address: String = Self.address) throws(RetentionError) {
        try self.messaging.configureRealtimeURL(RealtimeURLRequest.with { $0.realtimeURL = address }.json())
    }
}

/// A PNG file with a valid structure, sufficient for readers of its header.
struct RetentionPicture {
    var width = 3840
    var height = 160
    /// 2 is color without alpha, 6 with.
    var colorType: UInt8 = 2
    /// What comes between the head and the pixels.
    var between: [String] = []

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", Self.number(self.width) + Self.number(self.height) + [8, self.colorType, 0, 0, 0])
        for type in self.between { file += Self.chunk(type, [0, 0]) }
        return file + Self.chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        // The checksum is not verified.
        Self.number(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

import AppStore
import NIOCore
import PurserTesting

/// Full notifications of the size that Apple sends: a transaction and a renewal info inside, each with its own chain.
struct NotificationCorpus {
    /// The size of the certificates.
    enum ChainSize {
        /// The minimum for three certificates; about 12 KB a notification.
        case short
        /// Apple's size; about 19 KB a notification.
        case apple

        /// The sizes of leaf, intermediate and root in bytes.
        var certificateSizes: [Int] {
            switch self {
            case .short: []
            case .apple: [1077, 794, 583]
            }
        }
    }

    /// The authority that signs them.
    let authority: SigningAuthority
    /// The compact forms, each of another subscription.
    let notifications: [[UInt8]]

    private let signedAt: Timestamp

    /// Creates a corpus of `count` notifications.
    init(
        count: Int,
        chain: ChainSize,
        firstSubscription: Int = 0,
        signedAt: Timestamp = SamplePayloads.signedAt
    ) throws {
        let authority = try SigningAuthority(sizes: chain.certificateSizes)
        self.authority = authority
        self.signedAt = signedAt
        self.notifications = try (0..<count).map { index in
            let id = String(2_000_000_000_000_000 + firstSubscription + index)
            let transaction = SamplePayloads.transaction(
                id: id,
                originalID: id,
                token: Self.token(firstSubscription + index),
                signedAt: signedAt
            )
            let payload = SamplePayloads.notification(
                uuid: Self.token(firstSubscription + index),
                transaction: try authority.sign(transaction),
                renewalInfo: try authority.sign(SamplePayloads.renewalInfo(originalID: id, signedAt: signedAt)),
                signedAt: signedAt
            )
            return try authority.sign(payload).bytes
        }
    }

    /// The mean size of a notification in bytes.
    var meanBytes: Int {
        self.notifications.reduce(0) { $0 + $1.count } / max(1, self.notifications.count)
    }

    /// Returns each notification as a complete HTTP request of Apple.
    func requests() -> [ByteBuffer] { self.notifications.map(Self.request) }

    /// Returns requests of Apple that ask about the refunds of the first subscriptions, if they begin at number 0.
    func refundRequests(_ count: Int) throws -> [ByteBuffer] {
        try (0..<count).map { index in
            let id = String(2_000_000_000_000_000 + index)
            let transaction = SamplePayloads.transaction(
                id: id,
                originalID: id,
                token: Self.token(index),
                signedAt: self.signedAt
            )
            var payload = SamplePayloads.notification(
                type: .consumptionRequest,
                subtype: nil,
                uuid: Self.token(1_000_000_000 + index),
                transaction: try self.authority.sign(transaction),
                status: nil,
                signedAt: self.signedAt
            )
            payload.data?.consumptionRequestReason = .unintendedPurchase
            return Self.request(try self.authority.sign(payload).bytes)
        }
    }

    private static func request(_ compact: [UInt8]) -> ByteBuffer {
        let prefix = #"{"signedPayload":""#
        let suffix = #""}"#
        let length = prefix.utf8.count + compact.count + suffix.utf8.count
        var buffer = ByteBuffer()
        buffer.writeString(
            "POST /apple/shop/notifications HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                + "content-length: \(length)\r\n\r\n"
        )
        buffer.writeString(prefix)
        buffer.writeBytes(compact)
        buffer.writeString(suffix)
        return buffer
    }

    private static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}

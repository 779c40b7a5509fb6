import AppStore
import AppStoreSimulator
import Crypto
import Ledger

/// A message that is sent until it is acknowledged: a notification as Apple posts it, or a purchase as an app submits
/// it.
struct TortureMessage: Sendable {
    /// The kind of a message.
    enum Kind: Sendable {
        /// A notification.
        case notification(WorldNotification)
        /// A customer's transaction, as the app holds it.
        case purchase(customer: String, compact: [UInt8])
    }

    /// The index of the message.
    let number: Int
    /// The name of its app in the configuration.
    let app: String
    /// When it was signed, in milliseconds since 1970.
    let signedAt: Int64
    /// The kind of a message.
    let kind: Kind

    /// The compact form, always the same: signatures are reproducible.
    var compact: [UInt8] {
        switch self.kind {
        case .notification(let notification): notification.signedPayload
        case .purchase(_, let compact): compact
        }
    }

    /// The path of the request.
    var path: String {
        switch self.kind {
        case .notification: "/apple/\(self.app)/notifications"
        case .purchase: "/v1/purchases"
        }
    }

    /// Returns the body of the request.
    func body(_ compact: [UInt8]) -> [UInt8] {
        switch self.kind {
        case .notification: Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
        case .purchase(let customer, _):
            Array(#"{"customer":"\#(customer)","signedTransaction":""#.utf8) + compact + Array(#""}"#.utf8)
        }
    }

    /// Returns the digest by which its evidence is found.
    static func digest(of compact: [UInt8]) -> EvidenceDigest? { EvidenceDigest(Array(SHA256.hash(data: compact))) }
}

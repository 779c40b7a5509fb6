import AppStore
import AppStoreSimulator
import Crypto
import Ledger

/// Something that is sent until it is acknowledged: a notification as Apple posts it, or a purchase as an app submits
/// it.
struct TortureMessage: Sendable {
    /// What it is.
    enum Kind: Sendable {
        /// A notification.
        case notification(WorldNotification)
        /// A customer's transaction, as the app holds it.
        case purchase(customer: String, compact: [UInt8])
    }

    /// Its place among all messages.
    let number: Int
    /// The app that it is for, by its name in the configuration.
    let app: String
    /// When it was signed, in milliseconds since 1970.
    let signedAt: Int64
    /// What it is.
    let kind: Kind

    /// The compact form, the same whenever it is asked for: signatures are reproducible.
    var compact: [UInt8] {
        switch self.kind {
        case .notification(let notification): notification.signedPayload
        case .purchase(_, let compact): compact
        }
    }

    /// Where it is posted.
    var path: String {
        switch self.kind {
        case .notification: "/apple/\(self.app)/notifications"
        case .purchase: "/v1/purchases"
        }
    }

    /// Returns what is posted.
    func body(_ compact: [UInt8]) -> [UInt8] {
        switch self.kind {
        case .notification: Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
        case .purchase(let customer, _):
            Array(#"{"customer":"\#(customer)","signedTransaction":""#.utf8) + compact + Array(#""}"#.utf8)
        }
    }

    /// Returns what evidence of it is found by.
    static func digest(of compact: [UInt8]) -> EvidenceDigest? { EvidenceDigest(Array(SHA256.hash(data: compact))) }
}
